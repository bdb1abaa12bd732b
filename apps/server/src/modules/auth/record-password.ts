import type { Tx } from '../../platform/db/database.ts';
import { deleteSessionsOfUser } from './session-store.ts';
import { updatePassword } from './user-store.ts';

/** Changes the password and ends every session of the user. */
export async function recordPassword(
  tx: Tx,
  userId: number,
  passwordHash: string,
  changedAt: Date,
): Promise<void> {
  await updatePassword(tx, userId, { passwordHash, changedAt });
  await deleteSessionsOfUser(tx, userId);
}
