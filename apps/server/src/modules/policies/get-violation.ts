import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { findViolation, isComponentVisible, type ViolationRow } from './violation-list-store.ts';

/** Throws an error that says whether the component or the violation is missing. */
export async function getViolation(
  db: Db,
  principal: Principal,
  component: string,
  violation: string,
): Promise<ViolationRow> {
  const row = await findViolation(db, principal, component, violation);
  if (row) return row;
  if (await isComponentVisible(db, principal, component)) {
    throw new AppError('not-found', 'The policy violation could not be found.');
  }
  throw new AppError('not-found', 'The component could not be found.');
}
