import { isIP } from 'node:net';
import { Agent, buildConnector, type Dispatcher, errors, ProxyAgent } from 'undici';
import type { HttpClientSettings, ProxySettings } from './create-http-client.ts';
import { HttpConnectionError, InvalidRequestError } from './http-failure.ts';
import { AddressRefusedError, type SsrfGuard } from './ssrf-guard.ts';

export interface GuardedRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface GuardedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The beginning of the body. */
  readonly excerpt: string;
}

/**
 * The way out for requests to addresses that users set. Each connection is held against the guard, so that neither a
 * notation nor a name nor its changing answers lead inside. Redirects are not followed: they are answers like others.
 */
export interface GuardedClient {
  send(request: GuardedRequest): Promise<GuardedAnswer>;
  close(): Promise<void>;
}

interface GuardedSettings extends Pick<HttpClientSettings, 'userAgent' | 'connectTimeoutMs' | 'proxy'> {
  /** Longest time for an answer. */
  readonly timeoutMs: number;
}

const EXCERPT_BYTES = 2_048;

export function createGuardedClient(settings: GuardedSettings, guard: SsrfGuard): GuardedClient {
  const direct = createDirect(settings, guard);
  const proxied = settings.proxy && createProxied(settings.proxy, settings);
  const excluded = new Set(settings.proxy?.exclusions.map((host) => host.toLowerCase()));
  return {
    send: async (request) => {
      const url = requireHttpUrl(request.url);
      const byProxy = proxied && !excluded.has(url.hostname) ? proxied : undefined;
      if (byProxy) await checkHost(url, guard);
      return send(byProxy ?? direct, url, request, settings);
    },
    close: async () => {
      await Promise.all([direct.destroy(), proxied?.destroy()]);
    },
  };
}

function createDirect({ connectTimeoutMs, timeoutMs }: GuardedSettings, guard: SsrfGuard): Agent {
  const connectAnywhere = buildConnector({ lookup: guard.lookup, timeout: connectTimeoutMs });
  const connect: buildConnector.connector = (options, callback) => {
    try {
      if (isIP(bareHost(options.hostname))) guard.checkAddress(options.hostname);
    } catch (error) {
      return callback(error as Error, null);
    }
    connectAnywhere(options, callback);
  };
  return new Agent({ connect, headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connections: 32 });
}

/** Names are resolved where the proxy is; what they mean here is checked all the same. */
function createProxied(
  { host, port, username, password }: ProxySettings,
  { timeoutMs, connectTimeoutMs }: GuardedSettings,
): ProxyAgent {
  const login = username ? Buffer.from(`${username}:${password ?? ''}`).toString('base64') : undefined;
  return new ProxyAgent({
    uri: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    ...(login ? { token: `Basic ${login}` } : {}),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: connectTimeoutMs },
  });
}

function checkHost({ hostname }: URL, guard: SsrfGuard): Promise<void> {
  if (isIP(bareHost(hostname))) {
    guard.checkAddress(hostname);
    return Promise.resolve();
  }
  const outcome = Promise.withResolvers<void>();
  guard.lookup(hostname, { all: true }, (error) =>
    error instanceof AddressRefusedError ? outcome.reject(error) : outcome.resolve(),
  );
  return outcome.promise;
}

async function send(
  dispatcher: Dispatcher,
  url: URL,
  { method = 'POST', headers, body }: GuardedRequest,
  { userAgent, timeoutMs }: GuardedSettings,
): Promise<GuardedAnswer> {
  try {
    const answer = await dispatcher.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers: { 'user-agent': userAgent, ...headers },
      body: body ?? null,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: answer.statusCode, headers: answer.headers, excerpt: await readExcerpt(answer.body) };
  } catch (error) {
    if (error instanceof AddressRefusedError) throw error;
    if (error instanceof errors.InvalidArgumentError) throw new InvalidRequestError(url.href, error.message);
    throw new HttpConnectionError(url.href, error);
  }
}

async function readExcerpt(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= EXCERPT_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, EXCERPT_BYTES).toString('utf8');
}

function requireHttpUrl(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new InvalidRequestError('', 'it is no address that starts with http:// or https://');
}

function bareHost(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}
