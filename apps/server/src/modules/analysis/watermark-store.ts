import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { ChangedVulnerability } from '../vulnerabilities/list-changed-vulnerabilities.ts';

export async function getWatermark(db: Db): Promise<ChangedVulnerability> {
  return db
    .selectFrom('matching_watermark')
    .select(['generation', 'vulnerability_id as id'])
    .executeTakeFirstOrThrow();
}

export async function setWatermark(tx: Tx, { generation, id }: ChangedVulnerability): Promise<void> {
  await tx.updateTable('matching_watermark').set({ generation, vulnerability_id: id }).execute();
}

/** Whether one of these vulnerabilities has changed since they were listed. */
export async function haveChangedAgain(db: Db, changed: readonly ChangedVulnerability[]): Promise<boolean> {
  const again = await db
    .selectFrom('vulnerability')
    .select('id')
    .where(sql<boolean>`id = any(${changed.map(({ id }) => id)}::bigint[])`)
    .where('matching_generation', '>', changed.at(-1)?.generation ?? 0)
    .limit(1)
    .executeTakeFirst();
  return again !== undefined;
}
