import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { describeTaken } from './name-rules.ts';
import { lockAccess } from './permission-store.ts';
import { listSimilarUsernames } from './user-store.ts';
import { toSkeleton } from './username-lookalikes.ts';

/**
 * Names are case-sensitive, but a new one must not look like an old one: `ADMIN` or one of Cyrillic letters beside
 * `admin`. Users who came with such names keep them, so no unique index can ensure it; a lock does.
 */
export async function requireFreeUsername(tx: Tx, wanted: string, userId?: number): Promise<void> {
  await lockAccess(tx);
  const skeleton = toSkeleton(wanted);
  const similar = await listSimilarUsernames(tx, [wanted, skeleton], userId);
  const taken = similar.find(({ username, isSame }) => isSame || toSkeleton(username) === skeleton);
  if (taken) throw usernameTaken(wanted, taken.username);
}

export function usernameTaken(wanted: string, taken?: string): AppError {
  return new AppError('conflict', describeTaken('user', wanted, taken));
}
