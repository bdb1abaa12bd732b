import type { GuardedAnswer, GuardedRequest } from '../../../platform/outgoing-http/create-guarded-client.ts';
import { describeUrl } from '../../../platform/outgoing-http/http-failure.ts';
import type { PublishOutcome } from '../publish-outcome.ts';
import type { PublishMeans } from '../publisher-kind.ts';

/** Statuses with which a receiver says "not now". All other refusals are final. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

/** "429 and 5xx retried, 4xx final." A redirect is final too: it would lead past what was checked. */
export async function postMessage(
  { http, now }: PublishMeans,
  request: GuardedRequest,
  shown: string = describeUrl(request.url),
): Promise<PublishOutcome> {
  const answer = await http.send(request);
  const { status, excerpt } = answer;
  const common = { destination: shown, responseStatus: status, responseExcerpt: excerpt };
  if (status >= 200 && status < 300) return { result: 'delivered', ...common };
  if (status >= 500 || PASSING.has(status)) {
    const error = `The receiver answered with status ${status}.`;
    return { result: 'passing', ...common, error, retryAfterMs: findRetryAfter(answer, now()) };
  }
  const isRedirect = status >= 300 && status < 400;
  const error = isRedirect
    ? `The receiver answered with a redirect (${status}), which is not followed. Set the address it leads to.`
    : `The receiver refused with status ${status}.`;
  return { result: 'final', ...common, error };
}

/** Seconds, or a date. */
function findRetryAfter({ headers }: GuardedAnswer, now: Date): number | undefined {
  const value = String(headers['retry-after'] ?? '').trim();
  if (value === '') return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now.getTime());
}
