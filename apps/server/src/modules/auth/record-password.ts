import type { Tx } from '../../platform/db/database.ts';
import { deleteSessionsOfUser } from './session-store.ts';
import { updatePassword } from './user-store.ts';

/** A changed password ends every session: whoever had the old one is out. */
export async function recordPassword(
  tx: Tx,
  userId: number,
  passwordHash: string,
  changedAt: Date,
): Promise<void> {
  await updatePassword(tx, userId, { passwordHash, changedAt });
  await deleteSessionsOfUser(tx, userId);
}
