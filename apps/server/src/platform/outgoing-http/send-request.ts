import { Readable } from 'node:stream';
import { type Dispatcher, errors } from 'undici';
import type { Dispatchers } from './create-dispatchers.ts';
import {
  HttpConnectionError,
  HttpStatusError,
  InsecureRedirectError,
  InvalidRequestError,
} from './http-failure.ts';
import type { HttpHeaders } from './http-headers.ts';
import { AddressRefusedError } from './ssrf-guard.ts';

/** A body that is read while it is sent. It is opened again for each redirect and retry. */
export interface StreamedBody {
  /** In bytes. */
  readonly size: number;
  open(): AsyncIterable<Uint8Array>;
}

export interface HttpRequest {
  readonly url: string;
  /** GET by default. */
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | StreamedBody;
  readonly signal?: AbortSignal | undefined;
  /** Statuses besides 2xx that are returned instead of thrown, such as 304. */
  readonly accepts?: readonly number[] | 'any';
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: HttpHeaders;
  /** Throws when the connection is lost. Read it to its end, or destroy it. */
  readonly body: Dispatcher.ResponseData['body'];
}

export interface SendOptions {
  readonly dispatchers: Dispatchers;
  readonly userAgent: string;
  /** 0 returns redirects like other responses. */
  readonly maxRedirects: number;
  /** Deadline for the whole response. By default only silence is limited. */
  readonly timeoutMs?: number | undefined;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const SEE_OTHER = 303;

/** Sends a request once, follows redirects, and resolves when the headers have arrived. */
export async function sendRequest(options: SendOptions, request: HttpRequest): Promise<HttpResponse> {
  const signal = toSignal(request.signal, options.timeoutMs);
  let current = request;
  for (let redirects = 0; ; redirects++) {
    const response = await sendOnce(options, current, signal);
    const next = redirects < options.maxRedirects ? findRedirect(current, response) : undefined;
    if (next === undefined) return requireAccepted(current, response);
    discard(response);
    current = next;
  }
}

function toSignal(signal: AbortSignal | undefined, timeoutMs: number | undefined): AbortSignal | undefined {
  if (timeoutMs === undefined) return signal;
  const deadline = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, deadline]) : deadline;
}

function requireAccepted({ url, accepts = [] }: HttpRequest, response: HttpResponse): HttpResponse {
  const { status, headers } = response;
  if ((status >= 200 && status < 300) || accepts === 'any' || accepts.includes(status)) return response;
  discard(response);
  throw new HttpStatusError(url, status, headers);
}

/** Returns undefined if the response is not a redirect to an HTTP(S) URL. */
function findRedirect(request: HttpRequest, { status, headers }: HttpResponse): HttpRequest | undefined {
  if (!REDIRECTS.has(status) || headers.location === undefined) return undefined;
  const from = new URL(request.url);
  const to = URL.parse(headers.location, from.href);
  if (to?.protocol !== 'http:' && to?.protocol !== 'https:') return undefined;
  if (from.protocol === 'https:' && to.protocol === 'http:')
    throw new InsecureRedirectError(from.href, to.href);
  const { body, ...rest } = request;
  return {
    ...rest,
    url: to.href,
    headers: to.origin === from.origin ? { ...request.headers } : withoutCredentials(request.headers),
    ...(status === SEE_OTHER ? { method: 'GET' } : body === undefined ? {} : { body }),
  };
}

/** Headers that never contain credentials. All others are removed when a redirect leaves the origin. */
const PLAIN_HEADERS = /^(accept|accept-.+|content-type|if-.+|range)$/i;

function withoutCredentials(headers: HttpRequest['headers'] = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => PLAIN_HEADERS.test(name)));
}

async function sendOnce(
  { dispatchers, userAgent }: SendOptions,
  request: HttpRequest,
  signal: AbortSignal | undefined,
): Promise<HttpResponse> {
  const url = parseHttpUrl(request.url);
  try {
    const dispatcher = await dispatchers.select(url);
    const { statusCode, headers, body } = await dispatcher.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: request.method ?? 'GET',
      headers: { ...toHeaders(url, userAgent, request.headers), ...lengthOf(request.body) },
      body: toBody(request.body),
      ...(signal ? { signal } : {}),
    });
    return { status: statusCode, headers: joinValues(headers), body };
  } catch (error) {
    request.signal?.throwIfAborted();
    throw toFailure(url, error);
  }
}

function toBody(body: HttpRequest['body']): Dispatcher.RequestOptions['body'] {
  return isStreamed(body) ? Readable.from(body.open(), { objectMode: false }) : (body ?? null);
}

/** Without a length the body would be sent in chunks, which not every server accepts. */
function lengthOf(body: HttpRequest['body']): Record<string, string> {
  return isStreamed(body) ? { 'content-length': String(body.size) } : {};
}

function isStreamed(body: HttpRequest['body']): body is StreamedBody {
  return typeof body === 'object' && 'open' in body;
}

function parseHttpUrl(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new InvalidRequestError('', 'it does not start with http:// or https://');
}

function toFailure(url: URL, error: unknown): Error {
  if (error instanceof AddressRefusedError) return error;
  if (error instanceof errors.InvalidArgumentError) return new InvalidRequestError(url.href, error.message);
  return new HttpConnectionError(url.href, error);
}

function toHeaders(
  url: URL,
  userAgent: string,
  headers: HttpRequest['headers'] = {},
): Readonly<Record<string, string>> {
  const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const defaults = { 'user-agent': userAgent, 'accept-encoding': 'identity', ...toBasicAuthorization(url) };
  const missing = Object.entries(defaults).filter(([name]) => !given.has(name));
  return { ...Object.fromEntries(missing), ...headers };
}

function toBasicAuthorization({ username, password }: URL): { authorization?: string } {
  if (username === '' && password === '') return {};
  const credentials = `${unescapeText(username)}:${unescapeText(password)}`;
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** Credentials may hold a percent sign that was not escaped. */
function unescapeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function joinValues(headers: Dispatcher.ResponseData['headers']): HttpHeaders {
  const entries = Object.entries(headers);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

/** Lets the connection be used again if the rest of the body is short, closes it otherwise. */
function discard({ body }: HttpResponse): void {
  body.dump().catch(() => {});
}
