import type { Tx } from '../../../platform/db/database.ts';

/** Deletes intervals that ended before the given time, and causes of earlier changes. */
export async function deleteHistoryBefore(tx: Tx, time: Date): Promise<void> {
  await tx.deleteFrom('finding_past').where('valid_to', '<', time).execute();
  await tx.deleteFrom('finding_attribution_past').where('deleted_at', '<', time).execute();
  await tx.deleteFrom('finding_analysis_past').where('valid_to', '<', time).execute();
  await tx.deleteFrom('finding_change').where('at', '<', time).execute();
}
