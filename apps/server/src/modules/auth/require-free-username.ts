import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { describeTaken } from './name-rules.ts';
import { lockAccess } from './permission-store.ts';
import { listSimilarUsernames } from './user-store.ts';
import { toSkeleton } from './username-lookalikes.ts';

/**
 * User names are case-sensitive, but a new name must not look like an existing one: `ADMIN` or Cyrillic letters
 * beside `admin`. Migrated users may have such names, so a unique index is not possible; a lock is used instead.
 */
export async function requireFreeUsername(tx: Tx, requested: string, userId?: number): Promise<void> {
  await lockAccess(tx);
  const taken = await findTakenUsername(tx, requested, userId);
  if (taken !== undefined) throw usernameTaken(requested, taken);
}

/** Returns the name of another user that equals the requested one or looks like it. */
export async function findTakenUsername(
  tx: Tx,
  requested: string,
  userId?: number,
): Promise<string | undefined> {
  const skeleton = toSkeleton(requested);
  const similar = await listSimilarUsernames(tx, [requested, skeleton], userId);
  return similar.find(({ username, isSame }) => isSame || toSkeleton(username) === skeleton)?.username;
}

export function usernameTaken(requested: string, taken?: string): AppError {
  return new AppError('conflict', describeTaken('user', requested, taken));
}
