import type { GuardedAnswer, GuardedRequest } from '../../../platform/outgoing-http/create-guarded-client.ts';
import { describeUrl } from '../../../platform/outgoing-http/http-failure.ts';
import type { PublishOutcome } from './publish-outcome.ts';
import type { PublishDeps } from './publisher-kind.ts';

/** 4xx statuses that a retry may resolve. */
const TRANSIENT: ReadonlySet<number> = new Set([408, 425, 429]);

/** "429 and 5xx retried, 4xx final." A redirect is permanent too: its target has not passed the address guard. */
export async function postMessage(
  { http, now }: PublishDeps,
  request: GuardedRequest,
  destination: string = describeUrl(request.url),
): Promise<PublishOutcome> {
  const answer = await http.send(request);
  const { status, excerpt } = answer;
  const common = { destination, responseStatus: status, responseExcerpt: excerpt };
  if (status >= 200 && status < 300) return { result: 'delivered', ...common };
  if (status >= 500 || TRANSIENT.has(status)) {
    const error = `The receiver answered with status ${status}.`;
    return { result: 'transient', ...common, error, retryAfterMs: findRetryAfter(answer, now()) };
  }
  const isRedirect = status >= 300 && status < 400;
  const error = isRedirect
    ? `The receiver answered with a redirect (${status}), which is not followed. Configure the address that it leads to.`
    : `The receiver refused with status ${status}.`;
  return { result: 'permanent', ...common, error };
}

/** The value is in seconds, or a date. */
function findRetryAfter({ headers }: GuardedAnswer, now: Date): number | undefined {
  const value = String(headers['retry-after'] ?? '').trim();
  if (value === '') return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now.getTime());
}
