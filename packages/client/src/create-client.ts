import type { BodyOf, Operation, PagingQuery, ParamsOf, QueryOf } from '@tallyman/contract';
import { type RequestParts, toBaseUrl, toBody, toHeaders, toUrl } from './build-request.ts';
import { ConnectionError, toConnectionError } from './connection-error.ts';
import { type Answered, type Page, type PagedOperation, type RowOf, readAnswer } from './read-answer.ts';

export interface ClientOptions {
  /** Where the service is, for example `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** Of a signed-in user. */
  readonly token?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly fetch?: typeof fetch;
  readonly userAgent?: string;
  /** For a whole answer to arrive; none unless said. */
  readonly timeoutMs?: number;
}

type Paging = { readonly [Name in keyof PagingQuery]?: string | number | undefined };

type FullQueryOf<O extends Operation> = QueryOf<O> & (O extends PagedOperation ? Paging : unknown);

/** A part may be left out when nothing in it is required. */
type Part<Name extends string, T> =
  Record<never, never> extends T ? { readonly [N in Name]?: T } : { readonly [N in Name]: T };

type BodyPart<O extends Operation> =
  BodyOf<O> extends undefined ? { readonly body?: undefined } : { readonly body: BodyOf<O> };

export type CallInput<O extends Operation> = Part<'params', ParamsOf<O>> &
  Part<'query', FullQueryOf<O>> &
  BodyPart<O> & { readonly signal?: AbortSignal | undefined };

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
  /** The pages of a list, fetched one by one as they are asked for. */
  pages<O extends PagedOperation>(
    operation: O,
    ...input: Arguments<PagesInput<O>>
  ): AsyncGenerator<Page<RowOf<O>>>;
}

type AnyInput = RequestParts & { readonly signal?: AbortSignal | undefined; readonly pageSize?: number };

export function createClient(options: ClientOptions): Client {
  const baseUrl = toBaseUrl(options.baseUrl);

  async function call<O extends Operation>(operation: O, input: AnyInput = {}): Promise<Answered<O>> {
    const request = toRequest(baseUrl, operation, input, options);
    return send(baseUrl, options, input.signal, async (signal) => {
      const response = await (options.fetch ?? fetch)(request.url, { ...request.init, signal });
      return readAnswer(baseUrl, operation, response);
    });
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

  return { baseUrl, call, pages };
}

function toRequest(baseUrl: string, operation: Operation, input: AnyInput, options: ClientOptions) {
  const { body, type } = toBody(operation, input.body);
  const init: RequestInit = {
    method: operation.method,
    headers: {
      ...toHeaders(operation, options),
      ...(type ? { 'Content-Type': type } : {}),
      ...(options.userAgent ? { 'User-Agent': options.userAgent } : {}),
    },
    // Following a redirect would hand the API key to whichever host it names.
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  };
  return { url: toUrl(baseUrl, operation, input), init };
}

/** Runs an exchange under its time limit; whatever goes wrong on the wire becomes a `ConnectionError`. */
async function send<T>(
  baseUrl: string,
  { timeoutMs }: ClientOptions,
  signal: AbortSignal | undefined,
  exchange: (signal: AbortSignal | null) => Promise<T>,
): Promise<T> {
  const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  const signals = [signal, timeout].filter((one) => one !== undefined);
  try {
    return await exchange(signals.length > 0 ? AbortSignal.any(signals) : null);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (timeout?.aborted) throw timedOut(baseUrl, timeoutMs);
    throw error instanceof TypeError ? toConnectionError(baseUrl, error) : error;
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
