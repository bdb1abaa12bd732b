import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Downloaded, type DownloadRequest, download } from './download.ts';
import { HttpConnectionError, HttpTooLargeError } from './http-failure.ts';
import { planRetry, type RetrySettings } from './plan-retry.ts';
import { type Connections, type HttpAnswer, type HttpRequest, sendRequest } from './send-request.ts';

interface HttpText {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * The way out for requests to addresses of the server's configuration, which is trusted. Failures that may pass are
 * tried again.
 */
export interface HttpClient {
  /** Answers when the headers are there; what goes wrong afterwards is for the reader of the body. */
  open(request: HttpRequest): Promise<HttpAnswer>;
  /** A small answer as a whole. */
  readText(request: HttpRequest & { readonly maxBytes: number }): Promise<HttpText>;
  /** A large answer as a file. A connection that is cut is resumed where it was cut. */
  download(request: DownloadRequest): Promise<Downloaded | undefined>;
  close(): void;
}

export interface HttpClientSettings {
  readonly userAgent: string;
  readonly connectTimeoutMs: number;
  readonly idleTimeoutMs?: number;
  readonly retries?: RetrySettings;
  readonly proxy?: ProxySettings | undefined;
  readonly now?: () => Date;
}

export interface ProxySettings {
  readonly host: string;
  readonly port: number;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Hosts that are reached without it. */
  readonly exclusions: readonly string[];
}

const RETRIES: RetrySettings = { limit: 5, firstDelayMs: 1_000, maxDelayMs: 120_000 };

export function createHttpClient(settings: HttpClientSettings): HttpClient {
  const { retries = RETRIES, now = () => new Date() } = settings;
  const connections = toConnections(settings);
  const trying = async <T>(request: HttpRequest, attempt: (failures: number) => Promise<T>): Promise<T> => {
    for (let failures = 0; ; failures++) {
      try {
        return await attempt(failures);
      } catch (error) {
        request.signal?.throwIfAborted();
        const delay = planRetry(error, failures, retries, now());
        if (delay === undefined) throw error;
        await sleep(delay, undefined, request.signal ? { signal: request.signal } : {});
      }
    }
  };
  return {
    open: (request) => trying(request, () => sendRequest(connections, request)),
    readText: (request) =>
      trying(request, async () => readWhole(await sendRequest(connections, request), request)),
    download: (request) => download(request, (part) => sendRequest(connections, part), trying),
    close: () => {
      connections.http.destroy();
      connections.https.destroy();
    },
  };
}

function toConnections(settings: HttpClientSettings): Connections {
  const { userAgent, connectTimeoutMs, idleTimeoutMs = 60_000, proxy } = settings;
  const options = { keepAlive: true, maxSockets: 16, ...(proxy ? { proxyEnv: toProxyEnv(proxy) } : {}) };
  return {
    http: new http.Agent(options),
    https: new https.Agent(options),
    connectTimeoutMs,
    idleTimeoutMs,
    userAgent,
  };
}

function toProxyEnv({ host, port, username, password, exclusions }: ProxySettings) {
  const url = new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`);
  url.username = encodeURIComponent(username ?? '');
  url.password = encodeURIComponent(password ?? '');
  return { HTTP_PROXY: url.href, HTTPS_PROXY: url.href, NO_PROXY: exclusions.join(',') };
}

async function readWhole(
  { status, headers, body }: HttpAnswer,
  { url, maxBytes }: HttpRequest & { readonly maxBytes: number },
): Promise<HttpText> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new HttpTooLargeError(url, maxBytes);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof HttpTooLargeError ? error : new HttpConnectionError(url, error);
  }
  return { status, headers, text: Buffer.concat(chunks).toString('utf8') };
}
