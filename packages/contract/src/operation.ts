import type { Static, TSchema } from 'typebox';
import type { Access } from './access.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Success answers by status; `null` is an answer without a body. */
export type Responses = Readonly<Record<number, TSchema | null>>;

/** Enough for a few names and texts, which is all that most operations take. */
export const DEFAULT_BODY_BYTES = 256 * 1024;

/** For operations whose schemas allow long lists or texts of up to a million characters. */
export const LARGE_BODY_BYTES = 8 * 1024 * 1024;

/**
 * One operation of the wire, said once: the server validates with it, the OpenAPI document is made of it and
 * the client is typed by it.
 */
export interface Operation {
  /** Unique name, also the OpenAPI `operationId`. */
  readonly id: string;
  readonly method: Method;
  /** OpenAPI style: `/api/v1/project/{uuid}`. */
  readonly path: string;
  readonly access: Access;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  /** Also for users who must set up a second factor before they may do anything else. */
  readonly duringEnrolment?: boolean;
  /** Takes the paging parameters of v1 and answers with `X-Total-Count`. */
  readonly paged?: boolean;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Largest request body in bytes, without the document that it may carry; `DEFAULT_BODY_BYTES` unless said. */
  readonly bodyBytes?: number;
  /** Media type of the request body; JSON unless said. */
  readonly consumes?: string;
  /**
   * The member of the body that carries a document: a part of a form, or Base64 text in JSON. However large, it
   * is received into a file; handlers get it beside the body.
   */
  readonly document?: string;
  /** Media types under which the body may also be that document itself. */
  readonly documentTypes?: readonly string[];
  /** Media type of the success answer; JSON unless said. */
  readonly produces?: string;
  readonly responses: Responses;
  /** Refusals worth a line in the documentation, beyond 400, 401 and 403. */
  readonly problems?: readonly number[];
}

export function operation<const O extends Operation>(definition: O): O {
  return definition;
}

type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise;

export type ParamsOf<O extends Operation> = StaticOr<O['params'], Record<never, never>>;
export type QueryOf<O extends Operation> = StaticOr<O['query'], Record<never, never>>;
export type BodyOf<O extends Operation> = StaticOr<O['body'], undefined>;

/** What an operation may answer with, one member per status it declares. */
export type AnswerOf<O extends Operation> = {
  [S in keyof O['responses'] & number]: O['responses'][S] extends TSchema
    ? { status: S; body: Static<O['responses'][S]>; headers?: Record<string, string> }
    : { status: S; headers?: Record<string, string> };
}[keyof O['responses'] & number];
