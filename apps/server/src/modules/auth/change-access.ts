import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { hasAdministrator, lockAccess } from './permission-store.ts';

/**
 * Changes of who may do what go one after the other, across all nodes, and none of them may take the last
 * administrator away: nobody would be left to undo it.
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
    'After this nobody who can sign in would have ACCESS_MANAGEMENT. Give it to another user first.',
  );
}
