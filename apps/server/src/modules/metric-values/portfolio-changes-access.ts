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

/** By how much the sums of the portfolio change if rows of `earlier` are replaced by rows of `changed`. */
export function contributionsOf(changed: string, earlier: string): RawBuilder<unknown> {
  return sql.join(
    PORTFOLIO_VALUES.map(
      (name) => sql`sum(${contributionOf(changed, name)} - ${contributionOf(earlier, name)})`,
    ),
  );
}

/**
 * Common table expressions, the last of which is `changed`: by how much some projects changed the sums of the portfolio on
 * each day. A row of a project counts from its day until the day of the next one. `access` is a condition on `measured`, an
 * alias of `project_metrics`.
 */
export function withImpliedChanges(access: RawBuilder<unknown>): RawBuilder<unknown> {
  const contributed = PORTFOLIO_VALUES.map(
    (name) => sql`sum(${contributionOf('followed', name)} * sign) as ${sql.ref(name)}`,
  );
  return sql`
    visible as materialized (select measured.* from project_metrics measured where ${access}),
    known as (
      select past.* from project_metrics_day past join visible on visible.project_id = past.project_id
      where past.day < visible.day
      union all select visible.* from visible),
    followed as (
      select known.*, lead(known.day) over (partition by known.project_id order by known.day) as next_day from known),
    changed as (
      select case when sign = 1 then followed.day else followed.next_day end as day, ${sql.join(contributed)}
      from followed cross join (values (1), (-1)) signs (sign)
      where followed.is_counted and (sign = 1 or followed.next_day is not null)
      group by 1)`;
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
