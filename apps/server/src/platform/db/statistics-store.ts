import { sql } from 'kysely';
import type { DB } from './database.generated.ts';
import type { Tx } from './database.ts';

/** With fewer rows any plan is fast. */
const FEW_ROWS = 500;

/** Above this share of new rows the statistics are outdated. */
const LARGE_SHARE = 0.1;

/**
 * Refreshes the statistics of tables after a bulk load. Autovacuum does so up to a minute later; until then plans assume
 * a nearly empty table and take seconds instead of milliseconds. Runs in the transaction of the load, so that the rows
 * are never visible without the statistics. Skips tables that another load is analysing.
 */
export async function refreshStatistics(
  tx: Tx,
  written: Readonly<Partial<Record<keyof DB & string, number>>>,
): Promise<void> {
  const names = Object.entries(written).flatMap(([name, rows]) => (rows >= FEW_ROWS ? [name] : []));
  if (names.length === 0) return;
  const { rows } = await sql<{ name: string; known: number }>`
    select relname as name, reltuples as known from pg_class
    where oid = any(${names}::regclass[])`.execute(tx);
  const outdated = rows.filter(
    ({ name, known }) => (written[name as keyof DB & string] ?? 0) > known * LARGE_SHARE,
  );
  if (outdated.length === 0) return;
  const tables = sql.join(outdated.map(({ name }) => sql.table(name)));
  await sql`analyze (skip_locked) ${tables}`.execute(tx);
}
