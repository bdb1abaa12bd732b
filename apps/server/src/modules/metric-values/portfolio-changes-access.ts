import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { PORTFOLIO_NUMBERS } from './metric-numbers.ts';

/** The columns of `portfolio_metrics_change` besides the day. */
export const PORTFOLIO_VALUES = [...PORTFOLIO_NUMBERS, 'risk_score'] as const;
type PortfolioValue = (typeof PORTFOLIO_VALUES)[number];

/** What a row of a project adds to the sums of the portfolio. Zero if the project does not count, or has no row. */
function contributionOf(table: string, name: PortfolioValue): RawBuilder<unknown> {
  return sql`case when ${sql.ref(`${table}.is_counted`)} then ${valueIn(table, name)} else 0 end`;
}

function valueIn(table: string, name: PortfolioValue): RawBuilder<unknown> {
  if (name === 'projects') return sql`1`;
  if (name === 'vulnerable_projects') return sql`(${sql.ref(`${table}.vulnerable_components`)} > 0)::integer`;
  return sql.ref(`${table}.${name}`);
}

/** By how much the sums of the portfolio change if a row of `earlier` is replaced by a row of `changed`. */
export function contributionsOf(changed: string, earlier: string): RawBuilder<unknown> {
  return sql.join(
    PORTFOLIO_VALUES.map(
      (name) => sql`${contributionOf(changed, name)} - ${contributionOf(earlier, name)} as ${sql.ref(name)}`,
    ),
  );
}

/** Assignments that add a row to one that is stored already, whose alias is `stored`. */
export const addedToStored = sql.join(
  PORTFOLIO_VALUES.map(
    (name) => sql`${sql.ref(name)} = ${sql.ref(`stored.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
  ),
);

/**
 * Common table expressions, the last of which is `implied`: by how much each project changed the sums of the portfolio on
 * each day, according to its history. A row of a project counts from its day until the day of the next one.
 */
export function withImpliedChanges(): RawBuilder<unknown> {
  const contributed = PORTFOLIO_VALUES.map(
    (name) => sql`sum(${contributionOf('followed', name)} * sign) as ${sql.ref(name)}`,
  );
  return sql`
    known as (
      select past.* from project_metrics_day past join project_metrics present on present.project_id = past.project_id
      where past.day < present.day
      union all select present.* from project_metrics present),
    followed as (
      select known.*, lead(known.day) over (partition by known.project_id order by known.day) as next_day from known),
    implied as (
      select followed.project_id, case when sign = 1 then followed.day else followed.next_day end as day,
        ${sql.join(contributed)}
      from followed cross join (values (1), (-1)) signs (sign)
      where followed.is_counted and (sign = 1 or followed.next_day is not null)
      group by 1, 2)`;
}

/**
 * Merges the rows of each day, and those before the first day that is kept. Changes nothing if each day has one row.
 * Rows that are added meanwhile stay as they are.
 */
export async function mergePortfolioChanges(tx: Tx, firstKept: string): Promise<void> {
  const names = sql.join(PORTFOLIO_VALUES.map((name) => sql.ref(name)));
  const sums = sql.join(PORTFOLIO_VALUES.map((name) => sql`sum(${sql.ref(name)})`));
  await sql`
    with merged as (
      delete from portfolio_metrics_change
      where day < ${firstKept}::date or day in (
        select day from portfolio_metrics_change
        group by day having count(*) > 1 or (day = ${firstKept}::date and exists (
          select from portfolio_metrics_change where day < ${firstKept}::date)))
      returning greatest(day, ${firstKept}::date) as day, ${names})
    insert into portfolio_metrics_change (day, ${names})
    select day, ${sums} from merged group by day`.execute(tx);
}

/** As `mergePortfolioChanges`, for the changes of each project. Each has one row for a day already. */
export async function mergeProjectChanges(tx: Tx, firstKept: string): Promise<void> {
  const names = sql.join(PORTFOLIO_VALUES.map((name) => sql.ref(name)));
  const sums = sql.join(PORTFOLIO_VALUES.map((name) => sql`sum(${sql.ref(name)})`));
  await sql`
    with merged as (delete from project_metrics_change where day < ${firstKept}::date returning *)
    insert into project_metrics_change as stored (project_id, day, ${names})
    select project_id, ${firstKept}::date, ${sums} from merged group by project_id
    on conflict (project_id, day) do update set ${addedToStored}`.execute(tx);
}
