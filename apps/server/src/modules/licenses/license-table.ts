import type { KnownLicense } from './license-store.ts';

/** All licences in memory, for many lookups. */
export interface LicenseTable {
  readonly byId: ReadonlyMap<string, KnownLicense>;
  readonly byName: ReadonlyMap<string, KnownLicense>;
}

/** A licence as a document names it. */
interface LicenseCandidate {
  readonly id?: string | null | undefined;
  readonly name?: string | null | undefined;
}

/** Of several licences with the same name the first is used. */
export function toLicenseTable(licenses: readonly KnownLicense[]): LicenseTable {
  const [byId, byName] = [new Map<string, KnownLicense>(), new Map<string, KnownLicense>()];
  for (const license of licenses) {
    byId.set(toKey(license.licenseId), license);
    const name = toKey(license.name);
    if (!byName.has(name)) byName.set(name, license);
  }
  return { byId, byName };
}

/** Looks up the id, then the name. The name may be an id as well: many documents put it there. */
export function resolveLicense(
  table: LicenseTable,
  { id, name }: LicenseCandidate,
): KnownLicense | undefined {
  const found = id ? table.byId.get(toKey(id)) : undefined;
  if (found || !name) return found;
  return table.byId.get(toKey(name)) ?? table.byName.get(toKey(name));
}

function toKey(text: string): string {
  return text.trim().toLowerCase();
}
