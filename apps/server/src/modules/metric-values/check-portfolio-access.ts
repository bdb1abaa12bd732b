import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { PORTFOLIO_VALUES, withImpliedChanges } from './portfolio-changes-access.ts';

const values = sql.join(PORTFOLIO_VALUES.map((name) => sql.ref(name)));
const sums = sql.join(PORTFOLIO_VALUES.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`));

const implied = withImpliedChanges(sql`true`);

/** Whether the stored changes of the portfolio differ from those that the projects imply. Earlier days count as the first. */
export async function hasDifferentPortfolio(tx: Tx, first: string): Promise<boolean> {
  const isNotZero = sql.join(
    PORTFOLIO_VALUES.map((name) => sql`sum(compared.sign * ${sql.ref(`compared.${name}`)}) <> 0`),
    sql` or `,
  );
  const { rows } = await sql`
    with ${implied}
    select compared.day from (
      select 1 as sign, greatest(day, ${first}::date) as day, ${sums} from portfolio_metrics_change group by 2
      union all
      select -1, greatest(day, ${first}::date), ${sums} from changed group by 2) compared
    group by compared.day having ${isNotZero} limit 1`.execute(tx);
  return rows.length > 0;
}

export async function replacePortfolioChanges(tx: Tx): Promise<void> {
  await sql`
    with ${implied}, replaced as (delete from portfolio_metrics_change)
    insert into portfolio_metrics_change (day, ${values}) select day, ${values} from changed`.execute(tx);
}
