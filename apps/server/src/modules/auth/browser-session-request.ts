import { CSRF_HEADER } from '@tallyman/contract';
import { AppError } from '../../platform/errors.ts';
import type { RequestSender } from '../../platform/http/authentication.ts';
import { findSessionCookie } from './browser-session-cookie.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Returns the session token of the cookie if the request may use it, because browsers attach cookies to requests of
 * any page. A reading request of another page is treated as if it had no cookie; a writing one is rejected.
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
    `A browser session can change data only from a page of this service: send the header ${CSRF_HEADER} from the same origin. Programs use "Authorization: Bearer …" or "X-Api-Key".`,
    { members: { cause: 'CROSS_SITE_REQUEST' } },
  );
}

/** Returns the address of the service as the browser sees it, without a slash at the end. The page must be an own one. */
export function toBaseUrl({ headers, host }: RequestSender, basePath: string): string {
  return `${headers.origin ?? `http://${host}`}${basePath}`;
}

/** On plain HTTP other than localhost browsers omit Sec-Fetch-Site, so Origin decides. */
function isFromOwnPage({ headers, host }: RequestSender): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.origin !== undefined && hostOf(headers.origin) === host.toLowerCase();
}

/** For an address that was typed or bookmarked, Sec-Fetch-Site is `none`. */
function isFromOtherPage({ headers, host }: RequestSender): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return headers.origin !== undefined && hostOf(headers.origin) !== host.toLowerCase();
}

/** Ignores the scheme: a proxy that terminates TLS uses plain HTTP to the service. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
