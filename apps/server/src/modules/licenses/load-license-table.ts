import type { Db } from '../../platform/db/database.ts';
import { getLicenseState, listKnownLicenses } from './license-store.ts';
import { type LicenseTable, toLicenseTable } from './license-table.ts';

export interface CurrentLicenses {
  /** Changes whenever licences change. */
  readonly state: string;
  readonly table: LicenseTable;
}

/** Returns a function that loads all licences. It reads them again only if they changed since the last call. */
export function createLicenseTables(db: Db): () => Promise<CurrentLicenses> {
  let cached: CurrentLicenses | undefined;
  return async () => {
    const state = await getLicenseState(db);
    if (cached?.state !== state) cached = { state, table: await loadLicenseTable(db) };
    return cached;
  };
}

export async function loadLicenseTable(db: Db): Promise<LicenseTable> {
  return toLicenseTable(await listKnownLicenses(db));
}
