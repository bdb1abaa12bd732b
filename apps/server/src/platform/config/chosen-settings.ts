import { describeEntry, type Entry, type Findings } from './config-entries.ts';
import type { Setting } from './name-meaning.ts';
import { toEnvironmentName, toKey } from './property-key.ts';

export interface ChosenSetting {
  readonly entry: Entry;
  readonly setting: Setting;
}

/** By the key of the present name: what each setting is set to, and by which entry. */
export type ChosenSettings = ReadonlyMap<string, ChosenSetting>;

/**
 * Picks one entry for each setting. A present name in any source wins over an old name in any source; within
 * that, the stronger source; within one source, the last word. An empty value counts as not set.
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
  return meaning.kind === 'property' || meaning.kind === 'datasource' || meaning.kind === 'logger'
    ? meaning
    : undefined;
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

/** The present name in the form that fits where the old one was written. */
export function preferredName(setting: Setting, entry: Pick<Entry, 'source'>): string {
  return entry.source === 'environment' ? toEnvironmentName(setting.name) : setting.name;
}
