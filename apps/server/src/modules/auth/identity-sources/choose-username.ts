import type { Tx } from '../../../platform/db/database.ts';
import { findTakenUsername } from '../require-free-username.ts';
import type { UserKind } from '../user-kind.ts';
import { findUser } from '../user-store.ts';
import { toConflictName } from '../username-conflicts.ts';

/**
 * Returns the requested name or, if it belongs to another user or looks like the name of one, the name with the suffix
 * of conflicts. Such a user cannot sign in until an administrator renames it.
 */
export async function chooseUsername(tx: Tx, kind: UserKind, requested: string): Promise<string> {
  if ((await findTakenUsername(tx, requested)) === undefined) return requested;
  for (let count = 1; ; count++) {
    const candidate = toConflictName({ kind, username: requested }, count);
    if (!(await findUser(tx, candidate))) return candidate;
  }
}
