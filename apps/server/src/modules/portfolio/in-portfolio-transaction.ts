import type { Db, Tx } from '../../platform/db/database.ts';
import { inConflictTransaction } from '../../platform/db/in-conflict-transaction.ts';
import { AppError } from '../../platform/errors.ts';

const CONFLICTS: Readonly<Record<string, string>> = {
  project_name_version: 'A project with the specified name and version already exists.',
  project_name_without_version: 'A project with the specified name already exists.',
  project_latest: 'Another version of the project was made the latest at the same time. Try again.',
  project_property_pkey: 'A property with the specified group and name already exists.',
  project_access_pkey: 'The project is already mapped to the team.',
};

/** The transaction of every use-case of this module. */
export function inPortfolioTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inConflictTransaction(db, toConflict, work);
}

function toConflict(constraint: string): AppError {
  return new AppError('conflict', CONFLICTS[constraint] ?? 'The resource already exists.');
}
