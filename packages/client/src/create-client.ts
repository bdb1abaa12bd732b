import type { BodyOf, Operation, PagingQuery, ParamsOf, QueryOf } from '@tallyman/contract';
import { type RequestParts, toBaseUrl, toBody, toHeaders, toUrl } from './build-request.ts';
import { ConnectionError, toConnectionError } from './connection-error.ts';
import { countSentBytes } from './count-sent-bytes.ts';
import {
  type Answered,
  type Download,
  type Page,
  type PagedOperation,
  type RowOf,
  readAnswer,
  readDownload,
} from './read-answer.ts';

export interface ClientOptions {
  /** Address of the service, for example `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** Session token of a signed-in user. */
  readonly token?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly fetch?: typeof fetch;
  readonly userAgent?: string;
  /** Sent with every request, such as the CSRF header of a browser session. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Time limit for a complete response. No limit by default. */
  readonly timeoutMs?: number;
}

type Paging = { readonly [Name in keyof PagingQuery]?: string | number | undefined };

type FullQueryOf<O extends Operation> = QueryOf<O> & (O extends PagedOperation ? Paging : unknown);

/** A part can be omitted if it has no required members. */
type Part<Name extends string, T> =
  Record<never, never> extends T ? { readonly [N in Name]?: T } : { readonly [N in Name]: T };

/** Forms with files are passed as `FormData`: files are read while they are sent. */
type SentBodyOf<O extends Operation> = O extends { readonly consumes: 'multipart/form-data' }
  ? FormData
  : BodyOf<O>;

type BodyPart<O extends Operation> =
  BodyOf<O> extends undefined ? { readonly body?: undefined } : { readonly body: SentBodyOf<O> };

interface Exchange {
  readonly signal?: AbortSignal | undefined;
  /** Replaces the time limit of the client; `null` means none. */
  readonly timeoutMs?: number | null | undefined;
  /** Called with the number of bytes of a form sent so far. */
  readonly onSent?: ((bytes: number) => void) | undefined;
}

export type CallInput<O extends Operation> = Part<'params', ParamsOf<O>> &
  Part<'query', FullQueryOf<O>> &
  BodyPart<O> &
  Exchange;

type PagesInput<O extends Operation> = CallInput<O> & { readonly pageSize?: number };

type Arguments<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input];

export interface Client {
  readonly baseUrl: string;
  /**
   * Calls an operation of the contract and returns the response it declares. Throws `ProblemError` if the service
   * rejects the request, `ConnectionError` if no service is reachable, and `InvalidRequestError` if the request
   * cannot be sent.
   */
  call<O extends Operation>(operation: O, ...input: Arguments<CallInput<O>>): Promise<Answered<O>>;
  /**
   * Like `call`, for responses that are too large for memory: the body is a stream that is read on demand. The time
   * limit applies until the response begins.
   */
  download<O extends Operation>(operation: O, ...input: Arguments<CallInput<O>>): Promise<Download>;
  /** Yields the pages of a list, fetched on demand. */
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

  /** `read` consumes the response within the time limit. */
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
  const { body, type } = countSentBytes(toBody(operation, input.body), input.onSent);
  const init: RequestInit = {
    method: operation.method,
    headers: {
      ...options.headers,
      ...toHeaders(operation, options),
      ...(type ? { 'Content-Type': type } : {}),
      ...(options.userAgent ? { 'User-Agent': options.userAgent } : {}),
    },
    // Following a redirect would send the API key to any host that it names.
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
    // Required for stream bodies, ignored for others.
    ...{ duplex: 'half' },
  };
  return { url: toUrl(baseUrl, operation, input), init };
}

interface Limits {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number | undefined;
}

/** Runs an exchange within its time limit. Network errors become a `ConnectionError`. */
async function send<T>(
  baseUrl: string,
  { signal, timeoutMs }: Limits,
  exchange: (signal: AbortSignal | null) => Promise<T>,
): Promise<T> {
  const timeout = new AbortController();
  // Not AbortSignal.timeout: it would also abort a download that is read after the exchange.
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
  const reason = `no response within ${timeoutMs / 1000} s`;
  return new ConnectionError(
    baseUrl,
    reason,
    'Try again. If it happens again, the service is overloaded or unreachable.',
  );
}
