import { AppError } from '../../../platform/errors.ts';
import type { HttpClient } from '../../../platform/outgoing-http/create-http-client.ts';

/** Discovery documents and key sets have a few kilobytes, user information with many groups a few hundred. */
const MAX_BYTES = 1024 * 1024;

interface FetchOptions {
  readonly method?: string | undefined;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly body?: unknown;
  readonly signal?: AbortSignal | null | undefined;
}

export type OidcFetch = (url: string, options: FetchOptions) => Promise<Response>;

/**
 * The `fetch` of the OpenID Connect libraries, on our HTTP client. Throws an `AppError` of kind `unavailable` if the
 * provider cannot be reached or answers with a server error.
 */
export function createOidcFetch(http: HttpClient, onFailure: (reason: string) => void): OidcFetch {
  const refuse = (reason: string): never => {
    onFailure(reason);
    throw providerUnavailable();
  };
  return async (url, { method, headers, body, signal }) => {
    const request = {
      url,
      method: method === 'POST' ? ('POST' as const) : ('GET' as const),
      headers: Object.fromEntries(new Headers(headers)),
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      ...(signal ? { signal } : {}),
      accepts: 'any' as const,
      maxBytes: MAX_BYTES,
    };
    const answer = await http.readText(request).catch((error: Error) => refuse(error.message));
    if (answer.status >= 500) refuse(`The provider answered with status ${answer.status}.`);
    return new Response(hasNoBody(answer.status) ? null : answer.text, {
      status: answer.status,
      headers: toHeaders(answer.headers),
    });
  };
}

export function providerUnavailable(): AppError {
  return new AppError(
    'unavailable',
    'The identity provider cannot be reached or answers with errors. Try again later, or sign in with a password.',
    { members: { cause: 'PROVIDER_UNAVAILABLE' }, headers: { 'Retry-After': '30' } },
  );
}

function hasNoBody(status: number): boolean {
  return status === 204 || status === 304;
}

function toHeaders(headers: Readonly<Record<string, string | undefined>>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name === 'content-length' ? [] : [[name, value]],
  );
}
