import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

/** Locked as imports lock them; in order, so that two who want several never wait for each other in a circle. */
export async function lockProjects(
  tx: Tx,
  projectIds: readonly number[],
  busy: 'wait' | 'skip',
): Promise<number[]> {
  const projects = tx
    .selectFrom('project')
    .select('id')
    .where(sql<boolean>`id = any(${[...projectIds]}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate();
  const rows = await (busy === 'skip' ? projects.skipLocked() : projects).execute();
  return rows.map(({ id }) => id);
}

export async function touchAnalysis(tx: Tx, projectIds: readonly number[], at: Date): Promise<void> {
  await tx
    .updateTable('project')
    .set({ last_vulnerability_analysis: at })
    .where(sql<boolean>`id = any(${[...projectIds]}::bigint[])`)
    .execute();
}

export async function listNames(db: Db, projectIds: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('project')
    .select(sql<string>`concat_ws(' : ', name, version)`.as('name'))
    .where(sql<boolean>`id = any(${[...projectIds]}::bigint[])`)
    .orderBy('id')
    .execute();
  return rows.map(({ name }) => name);
}

export async function findId(db: Db, uuid: string): Promise<number | undefined> {
  const row = await db.selectFrom('project').select('id').where('uuid', '=', uuid).executeTakeFirst();
  return row?.id;
}
