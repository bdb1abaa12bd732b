import { evaluationError } from '../cel-error.ts';
import { method, type Overload } from '../function.ts';
import { DURATION, INT, STRING, TIMESTAMP } from '../type.ts';
import type { Duration, Timestamp } from '../value.ts';

const FIELDS: Readonly<Record<string, (date: Date) => number>> = {
  getFullYear: (date) => date.getUTCFullYear(),
  getMonth: (date) => date.getUTCMonth(),
  getDate: (date) => date.getUTCDate(),
  getDayOfMonth: (date) => date.getUTCDate() - 1,
  getDayOfWeek: (date) => date.getUTCDay(),
  getDayOfYear: (date) => Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000),
  getHours: (date) => date.getUTCHours(),
  getMinutes: (date) => date.getUTCMinutes(),
  getSeconds: (date) => date.getUTCSeconds(),
  getMilliseconds: (date) => date.getUTCMilliseconds(),
};

const PARTS: Readonly<Record<string, bigint>> = {
  getHours: 3_600_000_000_000n,
  getMinutes: 60_000_000_000n,
  getSeconds: 1_000_000_000n,
};

export const TIMES: readonly Overload[] = [
  ...Object.entries(FIELDS).flatMap(([name, read]) => [
    method(name, TIMESTAMP, [], INT, (_, time: Timestamp) => BigInt(read(new Date(time.milliseconds)))),
    method(name, TIMESTAMP, [STRING], INT, (_, time: Timestamp, zone: string) =>
      BigInt(read(inZone(time.milliseconds, zone))),
    ),
  ]),
  ...Object.entries(PARTS).map(([name, unit]) =>
    method(name, DURATION, [], INT, (_, { nanos }: Duration) => nanos / unit),
  ),
  method('getMilliseconds', DURATION, [], INT, (_, { nanos }: Duration) => (nanos / 1_000_000n) % 1_000n),
];

/** Returns a date whose UTC fields are the local fields of the zone, which is a name or an offset such as `-08:00`. */
function inZone(milliseconds: number, zone: string): Date {
  const offset = /^([+-]?)(\d\d):(\d\d)$/.exec(zone);
  if (!offset) return new Date(milliseconds + zoneOffset(milliseconds, zone));
  const minutes = Number(offset[2]) * 60 + Number(offset[3]);
  return new Date(milliseconds + (offset[1] === '-' ? -minutes : minutes) * 60_000);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function zoneOffset(milliseconds: number, zone: string): number {
  const parts = Object.fromEntries(
    zoneFormat(zone)
      .formatToParts(milliseconds)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(milliseconds / 1_000) * 1_000;
}

function zoneFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = tryZoneFormat(zone);
  formats.set(zone, format);
  return format;
}

function tryZoneFormat(timeZone: string): Intl.DateTimeFormat {
  const numeric = 'numeric';
  try {
    return new Intl.DateTimeFormat('en-u-ca-iso8601', {
      timeZone,
      hourCycle: 'h23',
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    });
  } catch {
    throw evaluationError(`no time zone: ${timeZone.slice(0, 50)}`);
  }
}
