import type { Db } from '../../platform/db/database.ts';
import { findLicenseState, listKnownLicenses } from './license-store.ts';
import { type LicenseTable, toLicenseTable } from './license-table.ts';

export interface CurrentLicenses {
  /** Another one when there are other licences. */
  readonly state: string;
  readonly table: LicenseTable;
}

/** Every known licence as it is now. Read anew only when there are other licences than the last time. */
export function createLicenseTables(db: Db): () => Promise<CurrentLicenses> {
  let kept: CurrentLicenses | undefined;
  return async () => {
    const state = await findLicenseState(db);
    if (kept?.state !== state) kept = { state, table: await loadLicenseTable(db) };
    return kept;
  };
}

export async function loadLicenseTable(db: Db): Promise<LicenseTable> {
  return toLicenseTable(await listKnownLicenses(db));
}
