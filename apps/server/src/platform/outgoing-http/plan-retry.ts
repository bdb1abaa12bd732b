import { HttpConnectionError, HttpStatusError } from './http-failure.ts';
import { findRetryAfter } from './http-headers.ts';

export interface RetryOptions {
  /** Retries after the first attempt. */
  readonly limit: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
}

/** Statuses after which a retry may succeed. */
const TRANSIENT: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * The delay before the next attempt in milliseconds, or undefined if a retry is pointless. `Retry-After` wins; otherwise
 * the delay doubles each time, with jitter.
 */
export function planRetry(
  error: unknown,
  attempt: number,
  { limit, firstDelayMs, maxDelayMs }: RetryOptions,
  now: Date,
  random: () => number = Math.random,
): number | undefined {
  if (attempt >= limit || !isTransient(error)) return undefined;
  const requested = error instanceof HttpStatusError ? findRetryAfter(error.headers, now) : undefined;
  if (requested !== undefined) return requested <= maxDelayMs ? requested : undefined;
  const delay = Math.min(maxDelayMs, firstDelayMs * 2 ** attempt);
  return Math.round(delay * (0.5 + random() / 2));
}

function isTransient(error: unknown): boolean {
  if (error instanceof HttpStatusError) return TRANSIENT.has(error.status) || isRateLimited(error);
  return error instanceof HttpConnectionError;
}

/** GitHub answers with 403 instead of 429, and names the time of the next attempt. */
function isRateLimited({ status, headers }: HttpStatusError): boolean {
  return status === 403 && headers['retry-after'] !== undefined;
}
