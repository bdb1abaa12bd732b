import type { IncomingHttpHeaders } from 'node:http';
import { HttpConnectionError, HttpStatusError } from './http-failure.ts';

/** Waiting times in milliseconds. */
export interface RetrySettings {
  /** How often it is tried again. */
  readonly limit: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
}

/** Statuses with which a server says "not now". */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * How long to wait before trying again; nothing if that is pointless. What the server asks for counts, otherwise the
 * delay doubles each time, with jitter so that many do not come back at once.
 */
export function planRetry(
  error: unknown,
  attempt: number,
  { limit, firstDelayMs, maxDelayMs }: RetrySettings,
  now: Date,
  random: () => number = Math.random,
): number | undefined {
  if (attempt >= limit || !isPassing(error)) return undefined;
  const asked = error instanceof HttpStatusError ? findRetryAfter(error.headers, now) : undefined;
  if (asked !== undefined) return asked <= maxDelayMs ? asked : undefined;
  const delay = Math.min(maxDelayMs, firstDelayMs * 2 ** attempt);
  return Math.round(delay * (0.5 + random() / 2));
}

function isPassing(error: unknown): boolean {
  if (error instanceof HttpStatusError) return PASSING.has(error.status) || isRateLimited(error);
  return error instanceof HttpConnectionError;
}

/** Some say 403 for "too many requests", with the header that tells when to come back. */
function isRateLimited({ status, headers }: HttpStatusError): boolean {
  return status === 403 && headers['retry-after'] !== undefined;
}

/** Seconds, or a date. */
function findRetryAfter(headers: IncomingHttpHeaders, now: Date): number | undefined {
  const value = headers['retry-after']?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now.getTime());
}
