import { AppError } from '../errors.ts';
import { type Db, inTransaction, type Tx } from './database.ts';
import {
  isDeadlock,
  isForeignKeyViolation,
  isUniqueViolation,
  violatedConstraint,
} from './database-errors.ts';

/** Returns the error for a unique violation, given the name of the constraint. */
export type ToConflict = (constraint: string) => AppError;

const ATTEMPTS = 3;

/**
 * Runs `work` in one transaction, and again after a deadlock: `work` must be repeatable. Two callers who write the same
 * at the same time get a conflict: a unique violation throws what `toConflict` returns.
 */
export async function inConflictTransaction<T>(
  db: Db,
  toConflict: ToConflict,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(db, work);
    } catch (error) {
      if (!isDeadlock(error) || attempt === ATTEMPTS) throw toConflictError(error, toConflict);
    }
  }
}

/** The error of a transaction that collided with another one as a conflict. Other errors are returned unchanged. */
export function toConflictError(error: unknown, toConflict: ToConflict): unknown {
  if (isUniqueViolation(error)) return toConflict(violatedConstraint(error));
  if (!isForeignKeyViolation(error) && !isDeadlock(error)) return error;
  return new AppError('conflict', 'Another request changed the same data at the same time. Try again.');
}
