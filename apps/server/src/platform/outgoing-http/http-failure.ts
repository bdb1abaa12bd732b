import type { IncomingHttpHeaders } from 'node:http';

/** A server answered with a status that is no success. */
export class HttpStatusError extends Error {
  override readonly name = 'HttpStatusError';
  readonly status: number;
  readonly headers: IncomingHttpHeaders;

  constructor(url: string, status: number, headers: IncomingHttpHeaders) {
    super(`${describeUrl(url)} answered with status ${status}.`);
    this.status = status;
    this.headers = headers;
  }
}

/** The connection could not be made or did not last. */
export class HttpConnectionError extends Error {
  override readonly name = 'HttpConnectionError';

  constructor(url: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message || String(codeOf(cause)) : String(cause);
    super(`${describeUrl(url)} could not be read: ${reason}.`, { cause });
  }
}

/** What is to be sent is no request, such as a header with a line break: it never will be. */
export class InvalidRequestError extends Error {
  override readonly name = 'InvalidRequestError';

  constructor(url: string, reason: string) {
    super(`${describeUrl(url)} cannot be asked: ${reason}.`);
  }
}

/** Who asks over a secured connection is not led away to an open one, where anybody could answer. */
export class InsecureRedirectError extends Error {
  override readonly name = 'InsecureRedirectError';

  constructor(from: string, to: string) {
    super(`${describeUrl(from)} leads to ${describeUrl(to)}: from HTTPS to HTTP no redirect is followed.`);
  }
}

/** More was sent than is taken. */
export class HttpTooLargeError extends Error {
  override readonly name = 'HttpTooLargeError';

  constructor(url: string, maxBytes: number) {
    super(`${describeUrl(url)} is larger than the ${maxBytes} bytes that are taken.`);
  }
}

/** For people and logs: credentials and queries may be secret. */
export function describeUrl(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.origin}${parsed.pathname}` : 'The address';
}

function codeOf(error: Error): unknown {
  return 'code' in error ? error.code : error.name;
}
