import type { BodyOf, Operation, PagingQuery, ParamsOf, QueryOf } from '@tallyman/contract';
import { type RequestParts, toBaseUrl, toBody, toHeaders, toUrl } from './build-request.ts';
import { ConnectionError, toConnectionError } from './connection-error.ts';
import {
  type Answered,
  type Download,
  type Page,
  type PagedOperation,
  type RowOf,
  readAnswer,
  readDownload,
} from './read-answer.ts';
import { reportProgress } from './report-progress.ts';

export interface ClientOptions {
  /** Where the service is, for example `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** Of a signed-in user. */
  readonly token?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly fetch?: typeof fetch;
  readonly userAgent?: string;
  /** Sent with every request, such as the proof of a browser that a page of the service makes it. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For a whole answer to arrive; none unless said. */
  readonly timeoutMs?: number;
}

type Paging = { readonly [Name in keyof PagingQuery]?: string | number | undefined };

type FullQueryOf<O extends Operation> = QueryOf<O> & (O extends PagedOperation ? Paging : unknown);

/** A part may be left out when nothing in it is required. */
type Part<Name extends string, T> =
  Record<never, never> extends T ? { readonly [N in Name]?: T } : { readonly [N in Name]: T };

/** Forms with files are given as such: a file in them is read while it is sent, not before. */
type SentBodyOf<O extends Operation> = O extends { readonly consumes: 'multipart/form-data' }
  ? FormData
  : BodyOf<O>;

type BodyPart<O extends Operation> =
  BodyOf<O> extends undefined ? { readonly body?: undefined } : { readonly body: SentBodyOf<O> };

interface Exchange {
  readonly signal?: AbortSignal | undefined;
  /** Other than that of the client; `null` is none. */
  readonly timeoutMs?: number | null | undefined;
  /** Told how many bytes of a form were sent so far. */
  readonly onSent?: ((bytes: number) => void) | undefined;
}

export type CallInput<O extends Operation> = Part<'params', ParamsOf<O>> &
  Part<'query', FullQueryOf<O>> &
  BodyPart<O> &
  Exchange;

export type PagesInput<O extends Operation> = CallInput<O> & { readonly pageSize?: number };

type Arguments<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input];

export interface Client {
  readonly baseUrl: string;
  /**
   * Calls an operation of the contract and returns the answer it declares.
   *
   * Throws `ProblemError` when the service refuses, `ConnectionError` when none is reachable and
   * `InvalidRequestError` when the request cannot be sent at all.
   */
  call<O extends Operation>(operation: O, ...input: Arguments<CallInput<O>>): Promise<Answered<O>>;
  /**
   * The same for answers too large to hold: the body comes as a stream, and only as fast as it is read. The time
   * limit is for the answer to begin.
   */
  download<O extends Operation>(operation: O, ...input: Arguments<CallInput<O>>): Promise<Download>;
  /** The pages of a list, fetched one by one as they are asked for. */
  pages<O extends PagedOperation>(
    operation: O,
    ...input: Arguments<PagesInput<O>>
  ): AsyncGenerator<Page<RowOf<O>>>;
}

interface AnyInput extends RequestParts, Exchange {
  readonly pageSize?: number;
}

export function createClient(options: ClientOptions): Client {
  const baseUrl = toBaseUrl(options.baseUrl);

  /** `read` is what happens to the response within the time limit. */
  async function exchange<T>(
    operation: Operation,
    input: AnyInput,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const request = toRequest(baseUrl, operation, input, options);
    const limits = { signal: input.signal, timeoutMs: toLimit(input.timeoutMs, options.timeoutMs) };
    return send(baseUrl, limits, async (signal) =>
      read(await (options.fetch ?? fetch)(request.url, { ...request.init, signal })),
    );
  }

  function call<O extends Operation>(operation: O, input: AnyInput = {}): Promise<Answered<O>> {
    return exchange(operation, input, (response) => readAnswer(baseUrl, operation, response));
  }

  function download(operation: Operation, input: AnyInput = {}): Promise<Download> {
    return exchange(operation, input, (response) => readDownload(baseUrl, operation, response));
  }

  async function* pages<O extends PagedOperation>(
    operation: O,
    { pageSize = 100, ...input }: AnyInput = {},
  ): AsyncGenerator<Page<RowOf<O>>> {
    for (let offset = 0; ; ) {
      const answer = await call<Operation>(operation, {
        ...input,
        query: { ...input.query, offset, limit: pageSize },
      });
      const { body: rows = [], total } = answer as { body?: RowOf<O>[]; total: number | undefined };
      yield { rows, total };
      offset += rows.length;
      const isLast = total === undefined ? rows.length < pageSize : offset >= total;
      if (isLast || rows.length === 0) return;
    }
  }

  return { baseUrl, call, download, pages };
}

function toLimit(own: number | null | undefined, usual: number | undefined): number | undefined {
  return own === undefined ? usual : (own ?? undefined);
}

function toRequest(baseUrl: string, operation: Operation, input: AnyInput, options: ClientOptions) {
  const { body, type } = reportProgress(toBody(operation, input.body), input.onSent);
  const init: RequestInit = {
    method: operation.method,
    headers: {
      ...options.headers,
      ...toHeaders(operation, options),
      ...(type ? { 'Content-Type': type } : {}),
      ...(options.userAgent ? { 'User-Agent': options.userAgent } : {}),
    },
    // Following a redirect would hand the API key to whichever host it names.
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
    // Demanded for bodies that are streams; it changes nothing for others.
    ...{ duplex: 'half' },
  };
  return { url: toUrl(baseUrl, operation, input), init };
}

interface Limits {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number | undefined;
}

/** Runs an exchange under its time limit; whatever goes wrong on the wire becomes a `ConnectionError`. */
async function send<T>(
  baseUrl: string,
  { signal, timeoutMs }: Limits,
  exchange: (signal: AbortSignal | null) => Promise<T>,
): Promise<T> {
  const timeout = new AbortController();
  // Not AbortSignal.timeout: that would go on to tear a download that is read after the exchange.
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => timeout.abort(), timeoutMs);
  const signals = [signal, timeout.signal].filter((one) => one !== undefined);
  try {
    return await exchange(AbortSignal.any(signals));
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (timeout.signal.aborted) throw timedOut(baseUrl, timeoutMs);
    throw error instanceof TypeError ? toConnectionError(baseUrl, error) : error;
  } finally {
    clearTimeout(timer);
  }
}

function timedOut(baseUrl: string, timeoutMs = 0): ConnectionError {
  const reason = `no answer within ${timeoutMs / 1000} s`;
  return new ConnectionError(
    baseUrl,
    reason,
    'Try again; if it stays, the service is overloaded or unreachable.',
  );
}
