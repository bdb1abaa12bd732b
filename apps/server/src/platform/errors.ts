/** Every reason for which the service refuses a request. `http/problem.ts` gives each its status and title. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'not-acceptable'
  | 'conflict'
  | 'gone'
  | 'precondition-failed'
  | 'too-large'
  | 'unsupported-media-type'
  | 'too-many-requests'
  | 'unavailable'
  | 'insufficient-storage';

export interface FieldError {
  readonly path: string;
  readonly message: string;
}

interface Extras {
  /** Replaces the title of the kind. */
  readonly title?: string;
  /** Problem type, if clients must tell this refusal from others of its kind. */
  readonly type?: string;
  readonly errors?: readonly FieldError[];
  readonly headers?: Readonly<Record<string, string>>;
  /** The whole response as text, for clients that do not accept problem documents. */
  readonly plainText?: string;
  /** Further members of the problem document. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** An expected refusal. The detail is shown to the caller: it says what to do next and contains no secrets. */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly extras: Extras;

  constructor(kind: ErrorKind, detail: string, extras: Extras = {}) {
    super(detail);
    this.name = 'AppError';
    this.kind = kind;
    this.extras = extras;
  }
}

/** An error at start that the operator can fix. The message says how; the stack is not logged. */
export class StartError extends Error {
  override name = 'StartError';
}
