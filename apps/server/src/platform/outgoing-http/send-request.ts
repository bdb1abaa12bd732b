import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { HttpConnectionError, HttpStatusError, InsecureRedirectError } from './http-failure.ts';

export interface HttpRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
  /** Statuses beside 2xx that are answers and no failures, such as 304. */
  readonly accepts?: readonly number[];
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Breaks off with an error when the connection is lost. Read it to its end, or destroy it. */
  readonly body: IncomingMessage;
}

export interface Connections {
  readonly http: http.Agent;
  readonly https: https.Agent;
  readonly connectTimeoutMs: number;
  /** Longest silence in the middle of an answer. */
  readonly idleTimeoutMs: number;
  readonly userAgent: string;
}

const MOST_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Sends a request once, follows redirects, and answers when the headers are there. */
export async function sendRequest(connections: Connections, request: HttpRequest): Promise<HttpAnswer> {
  let current = request;
  for (let redirects = 0; ; redirects++) {
    const answer = await sendOnce(connections, current);
    const { statusCode: status = 0, headers } = answer;
    const next = REDIRECTS.has(status) ? findTarget(current, headers.location) : undefined;
    if (next && redirects < MOST_REDIRECTS) {
      answer.resume();
      if (URL.parse(current.url)?.protocol === 'https:' && next.protocol === 'http:')
        throw new InsecureRedirectError(current.url, next.href);
      current = redirected(current, next);
      continue;
    }
    if ((status >= 200 && status < 300) || request.accepts?.includes(status))
      return { status, headers, body: answer };
    answer.resume();
    throw new HttpStatusError(current.url, status, headers);
  }
}

/** Nothing for what is no address, or none of HTTP(S). */
function findTarget(request: HttpRequest, location: string | undefined): URL | undefined {
  const url = location === undefined ? undefined : URL.parse(location, request.url);
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** Credentials are for the host that they were given for. */
function redirected(request: HttpRequest, url: URL): HttpRequest {
  if (url.origin === new URL(request.url).origin) return { ...request, url: url.href };
  const kept = Object.entries(request.headers ?? {}).filter(
    ([name]) => !/^(authorization|apikey)$/i.test(name),
  );
  return { ...request, url: url.href, headers: Object.fromEntries(kept) };
}

function sendOnce(connections: Connections, request: HttpRequest): Promise<IncomingMessage> {
  const { url, method = 'GET', headers, body, signal } = request;
  const isSecure = url.startsWith('https:');
  const outcome = Promise.withResolvers<IncomingMessage>();
  const options = {
    method,
    agent: isSecure ? connections.https : connections.http,
    headers: { 'user-agent': connections.userAgent, 'accept-encoding': 'identity', ...headers },
    ...(signal ? { signal } : {}),
  };
  const sent = (isSecure ? https : http).request(url, options, outcome.resolve);
  const connecting = setTimeout(
    () => sent.destroy(new Error(`no connection within ${connections.connectTimeoutMs} ms`)),
    connections.connectTimeoutMs,
  );
  sent.on('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => clearTimeout(connecting));
    else clearTimeout(connecting);
  });
  sent.setTimeout(connections.idleTimeoutMs, () =>
    sent.destroy(new Error(`nothing came for ${connections.idleTimeoutMs} ms`)),
  );
  sent.on('error', (error) => {
    clearTimeout(connecting);
    outcome.reject(signal?.aborted ? (signal.reason as Error) : new HttpConnectionError(url, error));
  });
  sent.end(body);
  return outcome.promise;
}
