import type { NewLicense } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { inConflictTransaction } from '../../platform/db/in-conflict-transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import { getLicense } from './get-license.ts';
import { insertCustomLicense, type LicenseRow, type NewLicenseColumns } from './license-store.ts';

/** Creates a custom licence. Throws if the id exists already, ignoring case. */
export async function createLicense(ctx: Context, body: NewLicense): Promise<LicenseRow> {
  const license = toNewLicense(body);
  await inConflictTransaction(ctx.db, licenseExists, (tx) => insertCustomLicense(tx, license));
  return getLicense(ctx.db, license.license_id);
}

function licenseExists(): AppError {
  return new AppError('conflict', 'A license with the specified id already exists.');
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
