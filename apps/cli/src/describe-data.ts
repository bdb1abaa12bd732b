import type { CheckedDataSource } from '@tallyman/contract';

/** Sources of affected packages. The others only rate them. */
const ADVISORIES: ReadonlySet<string> = new Set(['nvd', 'osv', 'github']);

/** Returns warnings that explain why "no findings" may not mean "not vulnerable". */
export function noteData(sources: readonly CheckedDataSource[]): string[] {
  const advisories = sources.filter(({ name }) => ADVISORIES.has(name));
  if (advisories.every(({ state }) => state === 'NEVER_LOADED')) {
    return [
      'warning: no vulnerability data has been loaded, so there can be no findings. See: tallyman mirror status',
    ];
  }
  return sources.flatMap(({ displayName, enabled, state, lastSuccess }) => {
    if (state === 'STALE') return [`warning: the data of ${displayName} is from ${toDay(lastSuccess)}.`];
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
