import type { KnownLicense } from './license-store.ts';

/** Every known licence, at hand while many are looked up. */
export interface LicenseTable {
  readonly byId: ReadonlyMap<string, KnownLicense>;
  readonly byName: ReadonlyMap<string, KnownLicense>;
}

/** What a document says about a licence. */
interface LicenseCandidate {
  readonly id?: string | null | undefined;
  readonly name?: string | null | undefined;
}

/** Of several with one name the first counts. */
export function toLicenseTable(licenses: readonly KnownLicense[]): LicenseTable {
  const [byId, byName] = [new Map<string, KnownLicense>(), new Map<string, KnownLicense>()];
  for (const license of licenses) {
    byId.set(keyOf(license.licenseId), license);
    const name = keyOf(license.name);
    if (!byName.has(name)) byName.set(name, license);
  }
  return { byId, byName };
}

/** By SPDX id, then by name; a name may be an id as well, since many documents put it there. */
export function resolveLicense(
  table: LicenseTable,
  { id, name }: LicenseCandidate,
): KnownLicense | undefined {
  const found = id ? table.byId.get(keyOf(id)) : undefined;
  if (found || !name) return found;
  return table.byId.get(keyOf(name)) ?? table.byName.get(keyOf(name));
}

function keyOf(text: string): string {
  return text.trim().toLowerCase();
}
