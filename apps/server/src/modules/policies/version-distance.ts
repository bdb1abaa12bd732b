export type Distance = readonly [epoch: number, major: number, minor: number, patch: number];

export interface ExpectedDistance {
  readonly epoch?: unknown;
  readonly major?: unknown;
  readonly minor?: unknown;
  readonly patch?: unknown;
}

const LEVELS = ['epoch', 'major', 'minor', 'patch'] as const;
const VERSION = /^(?:v)?(?:(\d{1,9})[:!])?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?/i;

/** The distance on the first level on which the versions differ. Returns undefined if one has no numbers. */
export function findDistance(version: string, latest: string): Distance | undefined {
  const [from, to] = [readVersion(version), readVersion(latest)];
  if (!from || !to) return undefined;
  const level = LEVELS.findIndex((_, at) => from[at] !== to[at]);
  const distance = LEVELS.map((_, at) => (at === level ? Math.abs((from[at] ?? 0) - (to[at] ?? 0)) : 0));
  return distance as unknown as Distance;
}

function readVersion(text: string): number[] | undefined {
  const found = VERSION.exec(text.trim());
  return found?.slice(1).map((part) => Number(part ?? 0));
}

/**
 * Compares a distance with the expected one, from the highest level down to the last one that is given. Returns undefined if
 * no level is given.
 */
export function compareDistance(distance: Distance, expected: ExpectedDistance): number | undefined {
  const levels = LEVELS.map((level) => readLevel(expected[level]));
  const last = levels.findLastIndex((level) => level !== undefined);
  if (last < 0) return undefined;
  for (let at = 0; at <= last; at += 1) {
    const difference = (distance[at] ?? 0) - (levels[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Numbers may be text. `?` is any number. */
function readLevel(value: unknown): number | undefined {
  const text = typeof value === 'bigint' || typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}
