import type { CheckedDataSource } from '@tallyman/contract';

/** What says which packages are affected; the others rate what these have found. */
const ADVISORIES: ReadonlySet<string> = new Set(['nvd', 'osv', 'github']);

/** What must not be taken for "nothing is vulnerable". */
export function noteData(sources: readonly CheckedDataSource[]): string[] {
  const advisories = sources.filter(({ name }) => ADVISORIES.has(name));
  if (advisories.every(({ state }) => state === 'NEVER_LOADED')) {
    return [
      'warning: no vulnerability data has been loaded, so this says nothing. See: tallyman mirror status',
    ];
  }
  return sources.flatMap(({ displayName, enabled, state, lastSuccess }) => {
    if (state === 'STALE') return [`warning: the data of ${displayName} is of ${toDay(lastSuccess)}.`];
    return enabled && state === 'NEVER_LOADED' ? [`warning: ${displayName} has never been loaded.`] : [];
  });
}

/** `OSV of 2026-11-15, National Vulnerability Database of 2026-11-14` */
export function describeAge(sources: readonly CheckedDataSource[]): string {
  return sources
    .filter(({ name, lastSuccess }) => ADVISORIES.has(name) && lastSuccess !== undefined)
    .map(({ displayName, lastSuccess }) => `${displayName} of ${toDay(lastSuccess)}`)
    .join(', ');
}

function toDay(millis: number | undefined): string {
  return millis === undefined ? 'long ago' : new Date(millis).toISOString().slice(0, 10);
}
