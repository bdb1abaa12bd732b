import type { Tx } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { matchExisting } from '../migration-source/match-existing.ts';
import type { MigrationItem } from '../migration-source/migration-item.ts';
import type { SourceLicense, SourceLicenseGroup } from '../migration-source/source-records.ts';
import { copyGroups, listGroupNames } from './license-group-store.ts';
import { listLicenseUuids } from './license-store.ts';

const KIND = 'license group';

interface MigratedGroups {
  readonly items: readonly MigrationItem[];
  /** UUIDs in this database by UUIDs of the source. */
  readonly uuids: ReadonlyMap<string, string>;
}

/** Migrates the groups that do not exist yet. An existing group of the same name replaces the source group. */
export async function migrateLicenseGroups(
  tx: Tx,
  groups: readonly SourceLicenseGroup[],
): Promise<MigratedGroups> {
  const matches = matchExisting(KIND, groups, await listGroupNames(tx));
  const licenses = await listLicenseUuids(
    tx,
    groups.flatMap(({ licenseIds }) => licenseIds),
  );
  const uuids = new Map<string, string>();
  const added: (SourceLicenseGroup & { uuid: string })[] = [];
  const items = matches.map(({ source, existing, item }) => {
    const uuid = existing?.uuid ?? source.uuid ?? newUuid();
    if (source.uuid && (existing || !item)) uuids.set(source.uuid, uuid);
    if (item) return item;
    added.push({ ...source, uuid });
    const unknown = source.licenseIds.filter((id) => !licenses.has(id.toLowerCase()));
    const notes = unknown.length > 0 ? [`Unknown licences: ${unknown.join(', ')}`] : [];
    return { kind: KIND, name: source.name, outcome: 'migrated', notes } as const;
  });
  await copyGroups(tx, added);
  return { items, uuids };
}

/** Returns existing UUIDs by those in the source database, for licences with the same id. */
export async function matchLicenses(tx: Tx, sources: readonly SourceLicense[]): Promise<Map<string, string>> {
  const uuids = await listLicenseUuids(
    tx,
    sources.map(({ licenseId }) => licenseId),
  );
  return new Map(
    sources.flatMap(({ uuid, licenseId }) => {
      const here = uuids.get(licenseId.toLowerCase());
      return here ? [[uuid, here] as const] : [];
    }),
  );
}
