import { describeUrl } from '../../../platform/outgoing-http/http-failure.ts';
import { findRetryAfter } from '../../../platform/outgoing-http/http-headers.ts';
import type { HttpRequest } from '../../../platform/outgoing-http/send-request.ts';
import type { PublishOutcome } from './publish-outcome.ts';
import type { PublishDeps } from './publisher-kind.ts';

const EXCERPT_BYTES = 2_048;

/** 4xx statuses that a retry may resolve. */
const TRANSIENT: ReadonlySet<number> = new Set([408, 425, 429]);

/** "429 and 5xx retried, 4xx final." A redirect is permanent too: its target has not passed the address guard. */
export async function postMessage(
  { http, now }: PublishDeps,
  request: HttpRequest,
  destination: string = describeUrl(request.url),
): Promise<PublishOutcome> {
  const excerpt = { accepts: 'any', maxBytes: EXCERPT_BYTES, truncate: true } as const;
  const { status, headers, text } = await http.readText({ method: 'POST', ...request, ...excerpt });
  const common = { destination, responseStatus: status, responseExcerpt: text };
  if (status >= 200 && status < 300) return { result: 'delivered', ...common };
  if (status >= 500 || TRANSIENT.has(status)) {
    const error = `The receiver answered with status ${status}.`;
    return { result: 'transient', ...common, error, retryAfterMs: findRetryAfter(headers, now()) };
  }
  const isRedirect = status >= 300 && status < 400;
  const error = isRedirect
    ? `The receiver answered with a redirect (${status}), which is not followed. Configure the address that it leads to.`
    : `The receiver refused with status ${status}.`;
  return { result: 'permanent', ...common, error };
}
