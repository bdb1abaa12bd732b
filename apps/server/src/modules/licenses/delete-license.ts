import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { getLicense } from './get-license.ts';
import { deleteLicenseRow } from './license-store.ts';

/** Throws unless the licence is a custom one. Components that have it lose their resolved licence. */
export async function deleteLicense(ctx: Context, licenseId: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const license = await getLicense(tx, licenseId);
    if (!license.is_custom) {
      throw new AppError('conflict', 'Only custom licenses can be deleted; this one is on the SPDX list.');
    }
    await deleteLicenseRow(tx, license.id);
  });
}
