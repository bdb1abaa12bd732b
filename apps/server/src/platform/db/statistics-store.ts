import { sql } from 'kysely';
import type { DB } from './database.generated.ts';
import type { Tx } from './database.ts';

/** Fewer rows than this are read fast by any plan. */
const FEW_ROWS = 500;

/** Above this share of the rows the known statistics say little about the table. */
const LARGE_SHARE = 0.1;

/**
 * Refreshes what PostgreSQL knows about tables of which a large part was written just now. Autovacuum does so up to a
 * minute later; until then plans are made for a table that is nearly empty, and take seconds instead of milliseconds.
 * In the transaction of the load, so that nobody sees the rows without the statistics. A table that another load
 * analyses at the moment is left to that one.
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
