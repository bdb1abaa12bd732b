import type { Static, TSchema } from 'typebox';
import type { Access } from './access.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Success responses by status; `null` is a response without a body. */
type Responses = Readonly<Record<number, TSchema | null>>;

/** Enough for a few names and texts, which suffices for most operations. */
export const DEFAULT_BODY_BYTES = 256 * 1024;

/** For operations whose schemas allow long lists or texts of up to a million characters. */
export const LARGE_BODY_BYTES = 8 * 1024 * 1024;

/**
 * An operation of the API, declared once: the server validates with it, the OpenAPI document is generated from it,
 * and the client is typed by it.
 */
export interface Operation {
  /** Unique name, also the OpenAPI `operationId`. */
  readonly id: string;
  readonly method: Method;
  /** In OpenAPI style: `/api/v1/project/{uuid}`. */
  readonly path: string;
  readonly access: Access;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  /** Also allowed for users who must set up a second factor first. */
  readonly duringEnrolment?: boolean;
  /** Accepts the paging parameters of v1 and returns `X-Total-Count`. */
  readonly paged?: boolean;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Maximum size of the request body in bytes, without its document. Default: `DEFAULT_BODY_BYTES`. */
  readonly bodyBytes?: number;
  /** Media type of the request body. Default: JSON. */
  readonly consumes?: string;
  /**
   * Member of the body that contains a document: a part of a form, or Base64 text in JSON. The document is received
   * into a file, independent of its size, and passed to handlers beside the body.
   */
  readonly document?: string;
  /** Media types with which the body is the document itself. */
  readonly documentTypes?: readonly string[];
  /** Media type of the success response. Default: JSON. */
  readonly produces?: string;
  readonly responses: Responses;
  /** Documented error statuses beyond 400, 401 and 403. */
  readonly problems?: readonly number[];
}

export function operation<const O extends Operation>(definition: O): O {
  return definition;
}

type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise;

export type ParamsOf<O extends Operation> = StaticOr<O['params'], Record<never, never>>;
export type QueryOf<O extends Operation> = StaticOr<O['query'], Record<never, never>>;
export type BodyOf<O extends Operation> = StaticOr<O['body'], undefined>;

/** The responses of an operation, one member per declared status. */
export type AnswerOf<O extends Operation> = {
  [S in keyof O['responses'] & number]: O['responses'][S] extends TSchema
    ? { status: S; body: Static<O['responses'][S]>; headers?: Record<string, string> }
    : { status: S; headers?: Record<string, string> };
}[keyof O['responses'] & number];
