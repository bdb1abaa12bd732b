import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { findGroup, type LicenseGroupRow } from './license-group-store.ts';

/** Throws if no such group exists. */
export async function getLicenseGroup(db: Db, uuid: string): Promise<LicenseGroupRow> {
  const group = await findGroup(db, uuid);
  if (!group) throw licenseGroupNotFound();
  return group;
}

export function licenseGroupNotFound(): AppError {
  return new AppError('not-found', 'The license group could not be found.');
}
