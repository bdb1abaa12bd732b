import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/unique-violation.ts';
import { AppError } from '../../platform/errors.ts';

/** What the unique indexes of the portfolio refuse, in words. */
const REFUSED_BY: Readonly<Record<string, string>> = {
  project_name_version: 'A project with the specified name and version already exists.',
  project_name_without_version: 'A project with the specified name already exists.',
  project_latest: 'Another version of the project was made the latest at the same time. Try again.',
  project_property_pkey: 'A property with the specified group and name already exists.',
  project_access_pkey: 'The project is mapped to the team already.',
};

const FOREIGN_KEY_VIOLATION = '23503';
const DEADLOCK = '40P01';
const ATTEMPTS = 3;

/**
 * The transaction of every use-case of this room. Two callers who want the same at the same time are a conflict,
 * never a failure; one who got into a deadlock simply starts again.
 */
export async function inPortfolioTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(db, work);
    } catch (error) {
      if (codeOf(error) !== DEADLOCK || attempt === ATTEMPTS) throw toConflict(error);
    }
  }
}

function toConflict(error: unknown): unknown {
  if (isUniqueViolation(error))
    return new AppError('conflict', REFUSED_BY[constraintOf(error)] ?? 'This exists already.');
  const code = codeOf(error);
  if (code === FOREIGN_KEY_VIOLATION || code === DEADLOCK) {
    return new AppError('conflict', 'Somebody else changed the same things at the same time. Try again.');
  }
  return error;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function constraintOf(error: unknown): string {
  return error instanceof Error && 'constraint' in error ? String(error.constraint) : '';
}
