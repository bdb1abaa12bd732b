import type { PublishOutcome } from '../publishers/publish-outcome.ts';
import type { Attempt } from './delivery-store.ts';

export interface RetryRules {
  readonly maxAttempts: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
}

/** Plans what follows an attempt: the delivery is done, is retried after a delay, or has failed. */
export function planAttempt(
  delivery: { readonly id: number; readonly attempts: number },
  outcome: PublishOutcome,
  rules: RetryRules,
  random: () => number = Math.random,
): Attempt {
  const { result, destination, responseStatus, responseExcerpt, error } = outcome;
  const common = { id: delivery.id, destination, responseStatus, responseExcerpt, error };
  if (result === 'delivered') return { ...common, status: 'DELIVERED' };
  if (result === 'permanent') return { ...common, status: 'FAILED' };
  const made = delivery.attempts + 1;
  if (made >= rules.maxAttempts)
    return { ...common, status: 'FAILED', error: `Given up after ${made} attempts. ${error ?? ''}`.trim() };
  return { ...common, status: 'PENDING', delayMs: retryDelay(made, outcome.retryAfterMs, rules, random) };
}

/** The delay doubles with each attempt. Jitter of up to half of it spreads deliveries that failed together. */
function retryDelay(
  made: number,
  retryAfterMs: number | undefined,
  { firstDelayMs, maxDelayMs }: RetryRules,
  random: () => number,
): number {
  if (retryAfterMs !== undefined) return Math.min(retryAfterMs, maxDelayMs);
  const delay = Math.min(maxDelayMs, firstDelayMs * 2 ** (made - 1));
  return Math.round(delay * (0.5 + random() / 2));
}
