import type { Db } from '../../platform/db/database.ts';
import { listKnownLicenses } from './license-store.ts';
import { type LicenseTable, toLicenseTable } from './license-table.ts';

export async function loadLicenseTable(db: Db): Promise<LicenseTable> {
  return toLicenseTable(await listKnownLicenses(db));
}
