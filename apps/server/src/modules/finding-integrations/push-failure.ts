import { HttpConnectionError } from '../../platform/outgoing-http/http-failure.ts';

/** A push that was not accepted. The message contains no secrets and no names of projects. */
export class PushFailure extends Error {
  override readonly name = 'PushFailure';
  /** Whether a retry would fail too. */
  readonly isPermanent: boolean;

  constructor(message: string, { isPermanent }: { readonly isPermanent: boolean }) {
    super(message);
    this.isPermanent = isPermanent;
  }
}

/** An error of the configuration, of the project or of the request. */
export function permanentFailure(message: string): PushFailure {
  return new PushFailure(message, { isPermanent: true });
}

/** Statuses below 500 after which a retry may succeed. */
const TRANSIENT: ReadonlySet<number> = new Set([408, 425, 429]);

/** `what` was requested, for example "the import into engagement 7". */
export function refusedWithStatus(displayName: string, what: string, status: number): PushFailure {
  const isPermanent = status < 500 && !TRANSIENT.has(status);
  return new PushFailure(`${displayName} answered ${what} with status ${status}.`, { isPermanent });
}

/** Errors of the HTTP client: only a lost or refused connection may be different next time. */
export function toPushFailure(error: unknown): PushFailure {
  if (error instanceof PushFailure) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new PushFailure(message, { isPermanent: !(error instanceof HttpConnectionError) });
}
