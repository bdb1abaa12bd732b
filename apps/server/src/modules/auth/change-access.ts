import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { hasAdministrator, lockAccess } from './permission-store.ts';

/**
 * Runs a change of access under a lock, one at a time across all nodes. Rejects a change that would remove the last
 * administrator, because nobody could undo it.
 */
export function changeAccess<T>(db: Db, change: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await lockAccess(tx);
    const hadAdministrator = await hasAdministrator(tx);
    const result = await change(tx);
    if (hadAdministrator && !(await hasAdministrator(tx))) throw lastAdministrator();
    return result;
  });
}

function lastAdministrator(): AppError {
  return new AppError(
    'conflict',
    'No user who can sign in would have ACCESS_MANAGEMENT after this change. Grant it to another user first.',
  );
}
