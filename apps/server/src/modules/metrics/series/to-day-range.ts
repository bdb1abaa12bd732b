import { AppError } from '../../../platform/errors.ts';
import { addDays, parseDay, toUtcDay } from '../utc-day.ts';
import type { DayRange } from './series-store.ts';

/** From a number of days ago until today. Older days than the retention are left out. */
export function toRangeOfDays(days: number, now: Date, retentionDays: number): DayRange {
  const today = toUtcDay(now);
  return { first: addDays(today, -Math.min(days, retentionDays)), last: today };
}

/** From a day, such as `20261116`, until today. Refuses a text that is not a day. A day in the future is today. */
export function toRangeSince(text: string, now: Date, retentionDays: number): DayRange {
  const day = parseDay(text);
  if (day === undefined) {
    throw new AppError('invalid', `"${text}" is not a date. Write a day as YYYYMMDD, such as 20261116.`);
  }
  const { first: earliest, last } = toRangeOfDays(retentionDays, now, retentionDays);
  const notBefore = day > earliest ? day : earliest;
  return { first: notBefore < last ? notBefore : last, last };
}
