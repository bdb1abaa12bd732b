import { Cron } from 'croner';
import { AppError } from '../../../platform/errors.ts';

export const EVERY_HOUR = '0 * * * *';

/** The next time, in UTC. Throws unless the expression has five fields and comes again: a single point in time would end the alert. */
export function nextTrigger(cron: string, now: Date): Date {
  const next = findNextTrigger(cron, now);
  if (next) return next;
  const message = 'must be a cron expression of five fields (minute, hour, day of month, month, day of week)';
  throw new AppError('invalid', `The schedule ${message}.`, {
    errors: [{ path: 'body/scheduleCron', message }],
  });
}

/** Returns undefined if the expression cannot be read, or never comes. */
export function findNextTrigger(cron: string, now: Date): Date | undefined {
  if (!/^\S+( \S+){4}$/.test(cron.trim())) return undefined;
  try {
    return new Cron(cron.trim(), { timezone: 'UTC', mode: '5-part' }).nextRun(now) ?? undefined;
  } catch {
    return undefined;
  }
}
