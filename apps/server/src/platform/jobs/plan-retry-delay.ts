import type { JobRetries } from './job-settings.ts';

/**
 * Doubles with every attempt up to the maximum. Half of it is jitter, so that jobs that failed together are not retried
 * together.
 */
export function planRetryDelay(
  { firstDelaySeconds, maxDelaySeconds }: JobRetries,
  attempt: number,
  random: number,
): number {
  const whole = Math.min(firstDelaySeconds * 2 ** attempt, maxDelaySeconds);
  return whole / 2 + (whole / 2) * random;
}
