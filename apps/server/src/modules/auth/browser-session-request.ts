import { CSRF_HEADER } from '@tallyman/contract';
import { AppError } from '../../platform/errors.ts';
import type { RequestSender } from '../../platform/http/authentication.ts';
import { findSessionCookie } from './browser-session-cookie.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The session token of the cookie, if the request may use it: browsers attach cookies to whatever page makes them
 * send a request. Reading from another page's request is as if there were no cookie; changing is refused.
 */
export function findBrowserToken(sender: RequestSender): string | undefined {
  const { authorization, 'x-api-key': apiKey, cookie } = sender.headers;
  if (authorization !== undefined || apiKey !== undefined) return undefined;
  const token = findSessionCookie(cookie);
  if (token === undefined) return undefined;
  if (!SAFE_METHODS.has(sender.method)) {
    requireOwnPage(sender);
    return token;
  }
  return isFromOtherPage(sender) ? undefined : token;
}

/** Throws unless a page of this service sent the request (protection against cross-site request forgery). */
export function requireOwnPage(sender: RequestSender): void {
  if (sender.headers[CSRF_HEADER.toLowerCase()] !== undefined && isFromOwnPage(sender)) return;
  throw new AppError(
    'forbidden',
    `A browser session may change something only from a page of this service: send the header ${CSRF_HEADER} from the same origin. Programs use "Authorization: Bearer …" or "X-Api-Key".`,
    { members: { cause: 'CROSS_SITE_REQUEST' } },
  );
}

/** Browsers leave Sec-Fetch-Site out on plain HTTP other than localhost; there Origin has to be the proof. */
function isFromOwnPage({ headers, host }: RequestSender): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.origin !== undefined && hostOf(headers.origin) === host.toLowerCase();
}

/** Addresses that a person typed in or opened from a bookmark have the site `none`. */
function isFromOtherPage({ headers, host }: RequestSender): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return headers.origin !== undefined && hostOf(headers.origin) !== host.toLowerCase();
}

/** The scheme does not count: a proxy that ends TLS speaks plain HTTP with the service. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
