import { describeEntry, type Entry, type Findings } from './config-entries.ts';
import type { NameMeaning, Setting } from './name-meaning.ts';
import { toEnvironmentName, toKey } from './property-key.ts';

export interface ChosenSetting {
  readonly entry: Entry;
  readonly setting: Setting;
}

/** The value of each setting and its entry, by the key of the current name. */
export type ChosenSettings = ReadonlyMap<string, ChosenSetting>;

/**
 * Picks one entry per setting. A current name in any source wins over an old name in any source; then the stronger source
 * wins; within one source the last entry. An empty value counts as not set.
 */
export function chooseSettings(entries: readonly Entry[], { warnings }: Findings): ChosenSettings {
  const chosen = new Map<string, ChosenSetting>();
  for (const candidates of groupBySetting(entries).values()) {
    const winner = candidates.find(({ setting }) => !setting.deprecated) ?? candidates[0];
    if (!winner) continue;
    chosen.set(toKey(winner.setting.name), winner);
    for (const candidate of candidates) warnings.push(...listChoiceWarnings(candidate, winner));
  }
  return chosen;
}

function groupBySetting(entries: readonly Entry[]): Map<string, ChosenSetting[]> {
  const groups = new Map<string, ChosenSetting[]>();
  for (const entry of entries) {
    const setting = toSetting(entry);
    if (!setting || entry.raw.trim() === '') continue;
    const key = toKey(setting.name);
    groups.set(key, [...(groups.get(key) ?? []), { entry, setting }]);
  }
  return groups;
}

export function toSetting({ meaning }: Entry): Setting | undefined {
  return isSetting(meaning) ? meaning : undefined;
}

const SETTINGS: ReadonlySet<string> = new Set(['property', 'datasource', 'oidc-provider', 'logger']);

export function isSetting(meaning: NameMeaning): meaning is Setting {
  return SETTINGS.has(meaning.kind);
}

function listChoiceWarnings(candidate: ChosenSetting, winner: ChosenSetting): string[] {
  const { entry, setting } = candidate;
  const preferred = preferredName(setting, entry);
  if (candidate === winner) {
    return setting.deprecated ? [`${describeEntry(entry)} is deprecated; write ${preferred} instead.`] : [];
  }
  if (setting.deprecated) {
    return [`${describeEntry(entry)} is ignored, because ${describeEntry(winner.entry)} is set; remove it.`];
  }
  if (entry.source !== winner.entry.source) return [];
  return [`${describeEntry(entry)} is ignored, because ${describeEntry(winner.entry)} sets it again.`];
}

/** The current name in the form of the source of the entry. */
export function preferredName(setting: Setting, entry: Pick<Entry, 'source'>): string {
  return entry.source === 'environment' ? toEnvironmentName(setting.name) : setting.name;
}
