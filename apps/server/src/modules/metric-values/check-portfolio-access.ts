import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { PORTFOLIO_VALUES, withImpliedChanges } from './portfolio-changes-access.ts';

const values = sql.join(PORTFOLIO_VALUES.map((name) => sql.ref(name)));
const sums = sql.join(PORTFOLIO_VALUES.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`));
const isNotZero = sql.join(
  PORTFOLIO_VALUES.map((name) => sql`sum(sign * ${sql.ref(name)}) <> 0`),
  sql` or `,
);

/** Whether stored changes differ from those that the histories of projects imply. Earlier days count as the first. */
export async function hasDifferentPortfolio(tx: Tx, first: string): Promise<boolean> {
  return (
    (await isDifferent(tx, first, sql`project_metrics_change`, sql`project_id,`)) ||
    (await isDifferent(tx, first, sql`portfolio_metrics_change`, sql``))
  );
}

/** Compares the changes by day and `key`. */
async function isDifferent(
  tx: Tx,
  first: string,
  table: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
): Promise<boolean> {
  const { rows } = await sql`
    with ${withImpliedChanges()}
    select from (
      select 1 as sign, ${key} greatest(day, ${first}::date) as day, ${values} from ${table}
      union all select -1, ${key} greatest(day, ${first}::date), ${values} from implied) compared
    group by ${key} day having ${isNotZero} limit 1`.execute(tx);
  return rows.length > 0;
}

export async function replacePortfolioChanges(tx: Tx): Promise<void> {
  await sql`delete from project_metrics_change`.execute(tx);
  await sql`delete from portfolio_metrics_change`.execute(tx);
  await sql`
    with ${withImpliedChanges()},
    replaced as (
      insert into project_metrics_change (project_id, day, ${values}) select project_id, day, ${values} from implied)
    insert into portfolio_metrics_change (day, ${values}) select day, ${sums} from implied group by day`.execute(
    tx,
  );
}
