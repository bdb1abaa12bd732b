import { readCookies } from '../browser-session-cookie.ts';

const NAME = 'tallyman-sign-in';
/** See `browser-session-cookie.ts`. */
const SECURE_NAME = `__Host-${NAME}`;

export function findFlowCookie(header: string | undefined): string | undefined {
  const cookies = readCookies(header);
  return cookies.get(SECURE_NAME) || cookies.get(NAME) || undefined;
}

/** `Lax`, because the provider redirects to the callback from another site. */
export function toFlowCookie(value: string, maxAgeMs: number, secure: boolean): string {
  const name = secure ? SECURE_NAME : NAME;
  const maxAge = Math.floor(maxAgeMs / 1000);
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure ? '; Secure' : ''}`;
}
