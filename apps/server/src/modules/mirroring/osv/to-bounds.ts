import { compareKeys, type Scheme, sortKey } from '@tallyman/versions';
import { type JsonObject, toObjects, toText } from '../../../platform/read-json.ts';
import type { VersionBounds } from '../../vulnerabilities/vulnerability-record.ts';

type EventKind = 'introduced' | 'fixed' | 'last_affected';

interface RangeEvent {
  readonly kind: EventKind;
  readonly version: string;
  readonly key: Uint8Array;
}

const LOWEST = new Uint8Array(0);

/** Words that distribution trackers use instead of a fixed version. */
const NO_VERSION = /^<.*>$/;

/**
 * Returns the intervals of a range. Contract: "OSV events are sorted by version before pairing, `introduced: 0` means
 * no lower bound, the highest `limit` closes the range, a `*` limit disables limits, `<unfixed>`/`<end-of-life>`
 * upper bounds are dropped, empty intervals are skipped".
 */
export function toBounds(scheme: Scheme, range: JsonObject): VersionBounds[] {
  const given = toObjects(range.events);
  const intervals = pair(toEvents(scheme, given));
  const limit = findLimit(scheme, given);
  return limit === undefined ? intervals : intervals.flatMap((bounds) => withLimit(scheme, bounds, limit));
}

function toEvents(scheme: Scheme, given: readonly JsonObject[]): RangeEvent[] {
  const events = given.flatMap((event) => [
    ...toEvent(scheme, 'introduced', event.introduced),
    ...toEvent(scheme, 'fixed', event.fixed),
    ...toEvent(scheme, 'last_affected', event.last_affected),
  ]);
  return events.sort((a, b) => compareKeys(a.key, b.key) || rankOf(a.kind) - rankOf(b.kind));
}

/** Orders events of the same version. `last_affected` comes last, because it includes the version. */
function rankOf(kind: EventKind): number {
  return kind === 'last_affected' ? 1 : 0;
}

function toEvent(scheme: Scheme, kind: EventKind, value: unknown): RangeEvent[] {
  const version = toText(value);
  if (version === undefined || NO_VERSION.test(version)) return [];
  const key = version === '0' && kind !== 'last_affected' ? LOWEST : sortKey(scheme, version);
  return [{ kind, version, key }];
}

/** The next closing event ends an interval. Further `introduced` events within it are ignored. */
function pair(events: readonly RangeEvent[]): VersionBounds[] {
  const intervals: VersionBounds[] = [];
  let start: RangeEvent | undefined;
  for (const event of events) {
    if (event.kind === 'introduced') start ??= event;
    else if (start !== undefined) {
      if (!isEmpty(start, event)) intervals.push({ ...lowerBound(start), ...upperBound(event) });
      start = undefined;
    }
  }
  return start === undefined ? intervals : [...intervals, lowerBound(start)];
}

function isEmpty(start: RangeEvent, end: RangeEvent): boolean {
  return end.kind === 'fixed' && compareKeys(start.key, end.key) === 0;
}

function lowerBound({ version }: RangeEvent): VersionBounds {
  return version === '0' ? {} : { versionStartIncluding: version };
}

function upperBound({ kind, version }: RangeEvent): VersionBounds {
  return kind === 'fixed' ? { versionEndExcluding: version } : { versionEndIncluding: version };
}

function findLimit(scheme: Scheme, given: readonly JsonObject[]): string | undefined {
  const limits = given.flatMap(({ limit }) => toText(limit) ?? []);
  if (limits.includes('*')) return undefined;
  const byKey = limits.map((version) => ({ version, key: sortKey(scheme, version) }));
  return byKey.sort((a, b) => compareKeys(b.key, a.key))[0]?.version;
}

function withLimit(scheme: Scheme, bounds: VersionBounds, limit: string): VersionBounds[] {
  const end = bounds.versionEndExcluding ?? bounds.versionEndIncluding;
  const key = sortKey(scheme, limit);
  const isBelow = (version: string | null | undefined) =>
    version != null && compareKeys(sortKey(scheme, version), key) < 0;
  if (isBelow(end)) return [bounds];
  if (bounds.versionStartIncluding != null && !isBelow(bounds.versionStartIncluding)) return [];
  const { versionStartIncluding } = bounds;
  return [{ ...(versionStartIncluding != null && { versionStartIncluding }), versionEndExcluding: limit }];
}
