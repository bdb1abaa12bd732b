import { invalidQuery } from './invalid-query.ts';

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;
const MILLISECONDS = /^\d{1,14}$/;

/** A day means its last millisecond, in UTC. */
export function parseEnd(parameter: string, text: string): Date {
  const time = parse(parameter, text);
  return DAY.test(text) ? new Date(time.getTime() + DAY_MS - 1) : time;
}

/** A day means the last millisecond before it, in UTC. */
export function parseStart(parameter: string, text: string): Date {
  const time = parse(parameter, text);
  return DAY.test(text) ? new Date(time.getTime() - 1) : time;
}

function parse(parameter: string, text: string): Date {
  const time = toTime(text);
  // Rejects days that do not exist, which `Date` moves to the next month, and the year 0, which PostgreSQL lacks.
  const exists = !Number.isNaN(time.getTime()) && (!DAY.test(text) || time.toISOString().startsWith(text));
  if (exists && time.getUTCFullYear() >= 1) return time;
  throw invalidQuery(
    parameter,
    'must be a day, as in 2026-01-31, a time, as in 2026-01-31T12:00:00Z, or UTC epoch milliseconds',
  );
}

function toTime(text: string): Date {
  if (MILLISECONDS.test(text)) return new Date(Number(text));
  return DAY.test(text) || INSTANT.test(text) ? new Date(text) : new Date(Number.NaN);
}
