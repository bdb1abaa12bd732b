import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';

/** Takes the same lock as imports. Locks in the order of the ids, so that two transactions cannot deadlock. */
export async function lockProjects(
  tx: Tx,
  projectIds: readonly number[],
  locked: 'wait' | 'skip',
): Promise<number[]> {
  const projects = tx
    .selectFrom('project')
    .select('id')
    .where(sql<boolean>`id = any(${[...projectIds]}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate();
  const rows = await (locked === 'skip' ? projects.skipLocked() : projects).execute();
  return rows.map(({ id }) => id);
}

export async function updateAnalysisTime(tx: Tx, projectIds: readonly number[], at: Date): Promise<void> {
  await tx
    .updateTable('project')
    .set({ last_vulnerability_analysis: at })
    .where(sql<boolean>`id = any(${[...projectIds]}::bigint[])`)
    .execute();
}
