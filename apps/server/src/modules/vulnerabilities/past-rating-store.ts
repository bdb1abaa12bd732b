import type { Tx } from '../../platform/db/database.ts';

export async function deleteRatingsBefore(tx: Tx, time: Date): Promise<void> {
  await tx.deleteFrom('vulnerability_rating_past').where('valid_to', '<', time).execute();
}
