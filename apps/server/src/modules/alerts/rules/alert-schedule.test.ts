import { describe, expect, it } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import { findNextTrigger, nextTrigger } from './alert-schedule.ts';

const now = new Date('2026-11-16T10:30:00Z');

describe('The schedule of an alert', () => {
  it.each([
    ['0 * * * *', '2026-11-16T11:00:00Z'],
    ['30 10 * * *', '2026-11-17T10:30:00Z'],
    ['0 8 * * 1', '2026-11-23T08:00:00Z'],
    ['0 0 1 1 *', '2027-01-01T00:00:00Z'],
    [' 0 * * * * ', '2026-11-16T11:00:00Z'],
  ])('%s is next due, in UTC, at %s', (cron, expected) => {
    expect(nextTrigger(cron, now)).toEqual(new Date(expected));
  });

  it.each(['', 'hourly', '* * * *', '0 0 * * * *', '61 * * * *', '0 0 30 2 *', '2027-01-01T00:00:00Z'])(
    'is rejected unless it has five fields and comes again: "%s"',
    (cron) => {
      expect(() => nextTrigger(cron, now)).toThrow(AppError);
      expect(findNextTrigger(cron, now)).toBeUndefined();
    },
  );
});
