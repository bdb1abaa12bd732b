import type { Attempt } from './delivery-store.ts';
import type { PublishOutcome } from './publish-outcome.ts';

export interface RetryRules {
  /** How often a delivery is tried at most. */
  readonly attempts: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
}

/** Delivered, tried again later, or given up. */
export function planAttempt(
  delivery: { readonly id: number; readonly attempts: number },
  outcome: PublishOutcome,
  rules: RetryRules,
  random: () => number = Math.random,
): Attempt {
  const { result, destination, responseStatus, responseExcerpt, error } = outcome;
  const common = { id: delivery.id, destination, responseStatus, responseExcerpt, error };
  if (result === 'delivered') return { ...common, status: 'DELIVERED' };
  if (result === 'final') return { ...common, status: 'FAILED' };
  const made = delivery.attempts + 1;
  if (made >= rules.attempts)
    return { ...common, status: 'FAILED', error: `Given up after ${made} attempts. ${error ?? ''}`.trim() };
  return { ...common, status: 'PENDING', delayMs: delayOf(made, outcome.retryAfterMs, rules, random) };
}

/** The delay doubles each time, with jitter so that many do not come back at once. */
function delayOf(
  made: number,
  asked: number | undefined,
  { firstDelayMs, maxDelayMs }: RetryRules,
  random: () => number,
): number {
  if (asked !== undefined) return Math.min(asked, maxDelayMs);
  const delay = Math.min(maxDelayMs, firstDelayMs * 2 ** (made - 1));
  return Math.round(delay * (0.5 + random() / 2));
}
