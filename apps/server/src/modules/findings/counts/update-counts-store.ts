import { type SqlBool, sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { exploitedVulnerabilities } from '../../vulnerabilities/exploitation/exploited-access.ts';
import { isListed } from '../lists/finding-list-filter-store.ts';
import { CELL_COLUMNS, countByCell } from './finding-cells-store.ts';

/** Key of the advisory lock that serialises updates of counts. */
const COUNTS_LOCK = 7_404_041;

/** Held until the transaction ends. */
export async function lockCounts(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${COUNTS_LOCK})`.execute(tx);
}

/** Returns the vulnerabilities whose severity has changed. */
export async function deleteRatingChanges(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ vulnerability_id: number }>`
    with claimed as (delete from rating_change returning vulnerability_id)
    select distinct vulnerability_id from claimed`.execute(tx);
  return rows.map(({ vulnerability_id }) => vulnerability_id);
}

/** Counts the present exploited vulnerabilities as such. Returns those that became exploited or are so no longer. */
export async function updateCountedExploited(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ vulnerability_id: number }>`
    with exploited as materialized ${exploitedVulnerabilities},
    gone as (
      delete from counted_exploited counted
      where not exists (select from exploited where exploited.id = counted.vulnerability_id)
      returning vulnerability_id),
    added as (
      insert into counted_exploited (vulnerability_id)
      select id from exploited
      where not exists (select from counted_exploited counted where counted.vulnerability_id = exploited.id)
      on conflict do nothing returning vulnerability_id)
    select vulnerability_id from gone union all select vulnerability_id from added`.execute(tx);
  return rows.map(({ vulnerability_id }) => vulnerability_id);
}

export async function listProjectsWith(tx: Tx, vulnerabilityIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ project_id: number }>`
    select distinct project_id from finding
    where vulnerability_id = any(${[...vulnerabilityIds]}::bigint[])`.execute(tx);
  return rows.map(({ project_id }) => project_id);
}

/** Counts the findings of projects again. Projects that no longer exist have none. */
export async function replaceCounts(tx: Tx, projectIds: readonly number[]): Promise<void> {
  const ids = sql`any(${[...projectIds]}::bigint[])`;
  const areTheirs = { on: [], is: sql<SqlBool>`f.project_id = ${ids}` };
  await sql`delete from finding_count where project_id = ${ids}`.execute(tx);
  await sql`
    insert into finding_count (${sql.join(CELL_COLUMNS.map(sql.ref))}, findings)
    ${countByCell([...isListed, areTheirs], sql`select vulnerability_id from counted_exploited`)}`.execute(
    tx,
  );
}
