/**
 * Published data is read leniently: a member of an unexpected type counts as absent, so that it does not invalidate
 * the whole record.
 */
export type JsonObject = Readonly<Record<string, unknown>>;

export function toObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

export function toObjects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(toObject) : [];
}

/** Without empty texts. */
export function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string' && item !== '') : [];
}

export function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

export function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Some publishers write the year 1 for "no time". */
const EARLIEST = Date.UTC(1970, 0, 2);

export function toTime(value: unknown): Date | undefined {
  if (typeof value !== 'string') return undefined;
  // Times without a zone are UTC.
  const isBare = /^\d{4}-\d\d-\d\dT[\d:.]+$/.test(value);
  const time = new Date(isBare ? `${value}Z` : value);
  return time.getTime() >= EARLIEST ? time : undefined;
}
