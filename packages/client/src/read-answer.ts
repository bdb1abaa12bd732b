import type { AnswerOf, Operation } from '@tallyman/contract';
import { ConnectionError, toConnectionError } from './connection-error.ts';
import { readProblem } from './problem-error.ts';

/** A response that the operation declares, with its headers (names in lower case). */
export type Answered<O extends Operation> = AnswerOf<O> & {
  readonly headers: Readonly<Record<string, string>>;
  /** Total number of rows, for lists. */
  readonly total: number | undefined;
};

export type PagedOperation = Operation & { readonly paged: true };

/** Element type of a paged operation. */
export type RowOf<O extends Operation> =
  Extract<AnswerOf<O>, { status: 200 }> extends { body: readonly (infer Row)[] } ? Row : never;

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number | undefined;
}

/** Bodies are not validated: the service serialised them with the schemas that the types come from. */
export async function readAnswer<O extends Operation>(
  baseUrl: string,
  operation: O,
  response: Response,
): Promise<Answered<O>> {
  const schema = operation.responses[response.status];
  if (schema === undefined) throw await readProblem(response);
  const text = await response.text();
  const answer = {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    total: toCount(response.headers.get('x-total-count')),
    ...(schema === null ? {} : { body: parseBody(baseUrl, operation, text) }),
  };
  return answer as unknown as Answered<O>;
}

/** A response whose body has not been read yet. */
export interface Download {
  readonly headers: Readonly<Record<string, string>>;
  /** Throws a `ConnectionError` if the connection breaks. */
  readonly body: AsyncIterable<Uint8Array>;
}

export async function readDownload(
  baseUrl: string,
  operation: Operation,
  response: Response,
): Promise<Download> {
  if (!operation.responses[response.status]) throw await readProblem(response);
  return { headers: Object.fromEntries(response.headers), body: readChunks(baseUrl, response) };
}

async function* readChunks(baseUrl: string, { body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (!reader) return;
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
  } catch (error) {
    throw error instanceof TypeError ? toConnectionError(baseUrl, error) : error;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function parseBody(baseUrl: string, { produces = 'application/json' }: Operation, text: string): unknown {
  if (!/^application\/([\w.-]+\+)?json/.test(produces)) return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    const advice = 'Check the address: another server may be listening there.';
    throw new ConnectionError(baseUrl, 'the response is not the expected JSON', advice, error);
  }
}

function toCount(text: string | null): number | undefined {
  return text && /^\d+$/.test(text) ? Number(text) : undefined;
}
