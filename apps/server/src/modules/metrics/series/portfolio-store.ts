import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { type PortfolioMetricsRow, PROJECT_NUMBERS } from '../../metric-values/metric-numbers.ts';
import { PORTFOLIO_VALUES } from '../../metric-values/portfolio-changes-access.ts';
import { mayAccess, mayAccessAll } from '../../portfolio/access/project-access.ts';
import { type DayRange, daysOf } from './series-store.ts';

/** Without a time if there are no projects. */
type PortfolioSum = Omit<PortfolioMetricsRow, 'measured_at'> & { readonly measured_at: Date | null };

/** The sum of the active projects, of all or of those that the principal may see. */
export async function sumPortfolio(db: Db, principal: Principal | 'all'): Promise<PortfolioSum> {
  const sums = PROJECT_NUMBERS.map(
    (name) => sql`coalesce(sum(${sql.ref(`measured.${name}`)}), 0)::bigint as ${sql.ref(name)}`,
  );
  const access = principal === 'all' ? sql`true` : mayAccess(principal, 'measured.project_id');
  const { rows } = await sql<PortfolioSum>`
    select count(*) as projects, count(*) filter (where measured.vulnerable_components > 0) as vulnerable_projects,
      ${sql.join(sums)}, coalesce(sum(measured.risk_score), 0) as risk_score,
      max(measured.measured_at) as measured_at
    from project_metrics measured
    where measured.is_counted and ${access}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A sum without a group has one row.');
  return row;
}

/** One row for each day. Returns undefined if the principal may not see all projects. */
export async function findDaysOfAll(
  db: Db,
  principal: Principal,
  range: DayRange,
): Promise<PortfolioMetricsRow[] | undefined> {
  const { rows } = await sql<PortfolioMetricsRow>`
    with changed as (select * from portfolio_metrics_change where day <= ${range.last}::date)
    ${sumsByDay(range)} where ${mayAccessAll(principal)} order by days.day`.execute(db);
  return rows.length > 0 ? rows : undefined;
}

/** One row for each day. Adds up the projects that the principal may see. */
export async function listDaysOfAccessible(
  db: Db,
  principal: Principal,
  range: DayRange,
): Promise<PortfolioMetricsRow[]> {
  const { rows } = await sql<PortfolioMetricsRow>`
    with changed as (
      select * from project_metrics_change contributed
      where contributed.day <= ${range.last}::date and contributed.project_id = any(array(
        select measured.project_id from project_metrics measured
        where ${mayAccess(principal, 'measured.project_id')})))
    ${sumsByDay(range)} order by days.day`.execute(db);
  return rows;
}

/** Reads `changed`. The sums of a day are the sums of all changes until then. */
function sumsByDay(range: DayRange): RawBuilder<unknown> {
  const byDay = PORTFOLIO_VALUES.map((name) => sql`sum(${sql.ref(`changed.${name}`)}) as ${sql.ref(name)}`);
  const untilDay = PORTFOLIO_VALUES.map(
    (name) =>
      sql`coalesce(sum(${sql.ref(`by_day.${name}`)}) over (order by days.day), 0)::float8 as ${sql.ref(name)}`,
  );
  return sql`
    , by_day as (
      select greatest(changed.day, ${range.first}::date) as day, ${sql.join(byDay)} from changed group by 1)
    select days.day::timestamp at time zone 'utc' as measured_at, ${sql.join(untilDay)}
    from ${daysOf(range)} days left join by_day on by_day.day = days.day`;
}
