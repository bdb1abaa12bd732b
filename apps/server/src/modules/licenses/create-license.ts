import type { NewLicense } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/unique-violation.ts';
import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import { getLicense } from './get-license.ts';
import { insertCustomLicense, type LicenseRow, type NewLicenseColumns } from './license-store.ts';

/** Creates a custom licence. Throws if the id exists already, in whatever case. */
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

function toNewLicense(body: NewLicense): NewLicenseColumns {
  return {
    uuid: newUuid(),
    license_id: requireLicenseId(body),
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

function requireLicenseId({ licenseId, licenseExceptionId }: NewLicense): string {
  const id = (licenseId ?? licenseExceptionId)?.trim();
  if (id) return id;
  throw new AppError('invalid', 'The licenseId is required.', {
    errors: [{ path: 'body/licenseId', message: 'is required' }],
  });
}
