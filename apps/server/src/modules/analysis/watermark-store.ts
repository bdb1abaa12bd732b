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
