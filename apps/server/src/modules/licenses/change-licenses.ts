import type { NewLicense } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { type Db, inTransaction } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/unique-violation.ts';
import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import {
  deleteLicense as deleteLicenseRow,
  findLicense,
  insertCustomLicense,
  type LicenseRow,
  type NewLicenseColumns,
} from './license-store.ts';

export async function getLicense(db: Db, licenseId: string): Promise<LicenseRow> {
  const license = await findLicense(db, licenseId.trim());
  if (!license) throw new AppError('not-found', 'The license could not be found.');
  return license;
}

export async function createLicense(ctx: Context, body: NewLicense): Promise<LicenseRow> {
  const license = toNewLicense(body);
  try {
    await inTransaction(ctx.db, (tx) => insertCustomLicense(tx, license));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', 'A license with the specified id already exists.');
  }
  return getLicense(ctx.db, license.license_id);
}

/** Components that had it are left without a resolved licence. */
export async function deleteLicense(ctx: Context, licenseId: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const license = await getLicense(tx, licenseId);
    if (!license.is_custom) {
      throw new AppError('conflict', 'Only custom licenses can be deleted; this one is on the SPDX list.');
    }
    await deleteLicenseRow(tx, license.id);
  });
}

function toNewLicense(body: NewLicense): NewLicenseColumns {
  return {
    uuid: newUuid(),
    license_id: getLicenseId(body),
    name: body.name.trim(),
    text: body.licenseText || null,
    template: body.standardLicenseTemplate || null,
    header: body.standardLicenseHeader || null,
    comments: body.licenseComments || null,
    see_also: (body.seeAlso ?? []).map((url) => url.trim()).filter((url) => url !== ''),
    is_osi_approved: body.isOsiApproved ?? false,
    is_fsf_libre: body.isFsfLibre ?? false,
    is_deprecated: body.isDeprecatedLicenseId ?? false,
  };
}

function getLicenseId({ licenseId, licenseExceptionId }: NewLicense): string {
  const id = (licenseId ?? licenseExceptionId)?.trim();
  if (id) return id;
  throw new AppError('invalid', 'The licenseId is required.', {
    errors: [{ path: 'body/licenseId', message: 'is required' }],
  });
}
