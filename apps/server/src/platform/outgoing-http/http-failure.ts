import type { HttpHeaders } from './http-headers.ts';

/** The server answered with a status that the request does not accept. */
export class HttpStatusError extends Error {
  override readonly name = 'HttpStatusError';
  readonly status: number;
  readonly headers: HttpHeaders;

  constructor(url: string, status: number, headers: HttpHeaders) {
    super(`${describeUrl(url)} answered with status ${status}.`);
    this.status = status;
    this.headers = headers;
  }
}

/** The connection could not be established, or was lost. A retry may succeed. */
export class HttpConnectionError extends Error {
  override readonly name = 'HttpConnectionError';

  constructor(url: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message || String(codeOf(cause)) : String(cause);
    super(`The request to ${describeUrl(url)} failed: ${reason}.`, { cause });
  }
}

/** The request cannot be sent, for example because a header holds a line break. A retry fails too. */
export class InvalidRequestError extends Error {
  override readonly name = 'InvalidRequestError';

  constructor(url: string, reason: string) {
    super(`${describeUrl(url)} cannot be requested: ${reason}.`);
  }
}

/** A redirect from HTTPS to HTTP is not followed, because an attacker could answer an unencrypted connection. */
export class InsecureRedirectError extends Error {
  override readonly name = 'InsecureRedirectError';

  constructor(from: string, to: string) {
    super(
      `${describeUrl(from)} redirects to ${describeUrl(to)}. Redirects from HTTPS to HTTP are not followed.`,
    );
  }
}

/** The body is larger than the limit of the request. */
export class HttpTooLargeError extends Error {
  override readonly name = 'HttpTooLargeError';

  constructor(url: string, maxBytes: number) {
    super(`${describeUrl(url)} is larger than the ${maxBytes} bytes that are allowed.`);
  }
}

/** For messages and logs: without credentials and query, which may be secret. */
export function describeUrl(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.origin}${parsed.pathname}` : 'The address';
}

function codeOf(error: Error): unknown {
  return 'code' in error ? error.code : error.name;
}
