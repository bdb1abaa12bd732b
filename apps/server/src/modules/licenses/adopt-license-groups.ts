import type { Tx } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Adoption } from '../upgrade/adoption.ts';
import { matchHere } from '../upgrade/match-here.ts';
import type { OldLicense, OldLicenseGroup } from '../upgrade/old-records.ts';
import { copyGroups, listGroupNames } from './license-group-store.ts';
import { listLicenseUuids } from './license-store.ts';

const KIND = 'license group';

interface AdoptedGroups {
  readonly adoptions: readonly Adoption[];
  /** UUIDs here by those there. */
  readonly uuids: ReadonlyMap<string, string>;
}

/** Takes over the groups that are not here. A group of the same name stands for the old one. */
export async function adoptLicenseGroups(tx: Tx, groups: readonly OldLicenseGroup[]): Promise<AdoptedGroups> {
  const matches = matchHere(KIND, groups, await listGroupNames(tx));
  const licenses = await listLicenseUuids(
    tx,
    groups.flatMap(({ licenseIds }) => licenseIds),
  );
  const uuids = new Map<string, string>();
  const fresh: (OldLicenseGroup & { uuid: string })[] = [];
  const adoptions = matches.map(({ old, here, adoption }) => {
    const uuid = here?.uuid ?? old.uuid ?? newUuid();
    if (old.uuid && (here || !adoption)) uuids.set(old.uuid, uuid);
    if (adoption) return adoption;
    fresh.push({ ...old, uuid });
    const unknown = old.licenseIds.filter((id) => !licenses.has(id.toLowerCase()));
    const notes = unknown.length > 0 ? [`Licences that are not here: ${unknown.join(', ')}`] : [];
    return { kind: KIND, name: old.name, outcome: 'taken over', notes } as const;
  });
  await copyGroups(tx, fresh);
  return { adoptions, uuids };
}

/** UUIDs here by those there, of licences that are known by their ids. */
export async function matchLicenses(tx: Tx, olds: readonly OldLicense[]): Promise<Map<string, string>> {
  const uuids = await listLicenseUuids(
    tx,
    olds.map(({ licenseId }) => licenseId),
  );
  return new Map(
    olds.flatMap(({ uuid, licenseId }) => {
      const here = uuids.get(licenseId.toLowerCase());
      return here ? [[uuid, here] as const] : [];
    }),
  );
}
