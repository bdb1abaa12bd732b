import { type Db, inTransaction } from '../../platform/db/database.ts';
import { defaultLicenseGroups, planMemberships } from './default-license-groups.ts';
import { insertGroups, insertMemberships } from './license-group-store.ts';
import { findListVersion, lockListVersion, recordListVersion, upsertSpdxLicenses } from './license-store.ts';
import { getListVersion, loadSpdxLicenses } from './spdx-licenses.ts';

/**
 * Imports the SPDX list if the release contains another version of it. Creates the default groups only once, so that
 * deleted or changed groups stay as they are.
 */
export async function seedLicenses(db: Db): Promise<void> {
  const version = await getListVersion();
  if ((await findListVersion(db)) === version) return;
  const licenses = await loadSpdxLicenses();
  await inTransaction(db, async (tx) => {
    const seeded = await lockListVersion(tx);
    if (seeded === version) return;
    await upsertSpdxLicenses(tx, licenses);
    if (seeded === undefined) {
      await insertGroups(tx, defaultLicenseGroups);
      await insertMemberships(tx, planMemberships(licenses.map((license) => license.licenseId)));
    }
    await recordListVersion(tx, version);
  });
}
