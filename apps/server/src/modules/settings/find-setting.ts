import type { Db } from '../../platform/db/database.ts';
import { findKnownSetting, type KnownSetting } from './known-settings.ts';
import { findStoredSetting, type StoredSetting } from './setting-store.ts';

/** Returns the stored value of a setting, otherwise its default. Undefined if it has neither. */
export async function findSetting(db: Db, group: string, name: string): Promise<string | undefined> {
  const known = findKnownSetting(group, name);
  if (!known) throw new Error(`Setting ${group}/${name} does not exist.`);
  return effectiveValue(known, await findStoredSetting(db, group, name));
}

export function effectiveValue(
  known: KnownSetting,
  stored: Pick<StoredSetting, 'value'> | undefined,
): string | undefined {
  return stored?.value ?? known.default;
}
