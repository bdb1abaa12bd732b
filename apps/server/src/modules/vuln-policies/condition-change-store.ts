import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

export async function insertChangedConditions(tx: Tx, conditions: readonly string[]): Promise<void> {
  await sql`
    insert into vuln_policy_change (condition) select unnest(${[...conditions]}::text[])`.execute(tx);
}

export async function hasChangedConditions(db: Db): Promise<boolean> {
  const { rows } = await sql`select from vuln_policy_change limit 1`.execute(db);
  return rows.length > 0;
}

/** Deletes and returns the changes. Those that are not committed yet stay for the next job. */
export async function takeChangedConditions(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ condition: string }>`
    delete from vuln_policy_change returning condition`.execute(tx);
  return rows.map(({ condition }) => condition);
}
