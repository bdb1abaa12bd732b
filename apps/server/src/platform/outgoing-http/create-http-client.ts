import { setTimeout as sleep } from 'node:timers/promises';
import { createDispatchers, type ProxyOptions } from './create-dispatchers.ts';
import { type Downloaded, type DownloadRequest, download } from './download.ts';
import { HttpConnectionError, HttpTooLargeError } from './http-failure.ts';
import type { HttpHeaders } from './http-headers.ts';
import { planRetry, type RetryOptions } from './plan-retry.ts';
import { type HttpRequest, type HttpResponse, type SendOptions, sendRequest } from './send-request.ts';
import type { SsrfGuard } from './ssrf-guard.ts';

interface TextRequest extends HttpRequest {
  readonly maxBytes: number;
  /** Return the first `maxBytes` of a larger body. Otherwise a larger body throws an `HttpTooLargeError`. */
  readonly truncate?: boolean;
}

interface HttpText {
  readonly status: number;
  readonly headers: HttpHeaders;
  readonly text: string;
}

/** The client for every outgoing request. Transient failures are retried; redirects are followed hop by hop. */
export interface HttpClient {
  /** Resolves when the headers have arrived. Failures while the body is read are not retried. */
  open(request: HttpRequest): Promise<HttpResponse>;
  /** Reads the body into memory. */
  readText(request: TextRequest): Promise<HttpText>;
  /** Writes the body to a file. Resumes after a lost connection. Returns undefined if the file has not changed. */
  download(request: DownloadRequest): Promise<Downloaded | undefined>;
  close(): Promise<void>;
}

export interface HttpClientOptions {
  readonly userAgent: string;
  readonly connectTimeoutMs: number;
  /** Longest silence before and within a response. */
  readonly idleTimeoutMs?: number;
  /** Deadline for each attempt with all its redirects. By default only silence is limited. */
  readonly timeoutMs?: number;
  readonly retries?: RetryOptions;
  readonly maxRedirects?: number;
  readonly proxy?: ProxyOptions | undefined;
  /** For addresses that users set: every hop is checked. Addresses of the configuration are trusted. */
  readonly guard?: SsrfGuard;
  readonly now?: () => Date;
}

const RETRIES: RetryOptions = { limit: 5, firstDelayMs: 1_000, maxDelayMs: 120_000 };
const MAX_REDIRECTS = 5;
const IDLE_TIMEOUT_MS = 60_000;

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { retries = RETRIES, now = () => new Date() } = options;
  const send = toSendOptions(options);
  const withRetries = async <T>(request: HttpRequest, attempt: () => Promise<T>): Promise<T> => {
    for (let failures = 0; ; failures++) {
      try {
        return await attempt();
      } catch (error) {
        request.signal?.throwIfAborted();
        const delay = planRetry(error, failures, retries, now());
        if (delay === undefined) throw error;
        await sleep(delay, undefined, request.signal ? { signal: request.signal } : {});
      }
    }
  };
  return {
    open: (request) => withRetries(request, () => sendRequest(send, request)),
    readText: (request) =>
      withRetries(request, async () => readText(await sendRequest(send, request), request)),
    download: (request) => download(request, (part) => sendRequest(send, part), withRetries),
    close: () => send.dispatchers.close(),
  };
}

function toSendOptions(options: HttpClientOptions): SendOptions {
  const { userAgent, timeoutMs, maxRedirects = MAX_REDIRECTS, idleTimeoutMs = IDLE_TIMEOUT_MS } = options;
  return {
    userAgent,
    timeoutMs,
    maxRedirects,
    dispatchers: createDispatchers({ ...options, idleTimeoutMs }),
  };
}

async function readText(
  { status, headers, body }: HttpResponse,
  { url, maxBytes, truncate = false }: TextRequest,
): Promise<HttpText> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      chunks.push(chunk);
      if (size > maxBytes) break;
    }
  } catch (error) {
    throw new HttpConnectionError(url, error);
  }
  if (size > maxBytes && !truncate) throw new HttpTooLargeError(url, maxBytes);
  return { status, headers, text: Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8') };
}
