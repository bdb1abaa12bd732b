import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { findLicense, findLicenseId, type LicenseRow } from './license-store.ts';

/** Throws if no licence with this id exists. Ignores case. */
export async function getLicense(db: Db, licenseId: string): Promise<LicenseRow> {
  const license = await findLicense(db, licenseId.trim());
  if (!license) throw licenseNotFound();
  return license;
}

/** Throws if no licence with this UUID exists. */
export async function getLicenseRowId(db: Db, uuid: string): Promise<number> {
  const license = await findLicenseId(db, uuid);
  if (!license) throw licenseNotFound();
  return license.id;
}

function licenseNotFound(): AppError {
  return new AppError('not-found', 'The license could not be found.');
}
