const NAME = 'tallyman-session';
/** Browsers accept this name only over TLS and only from the host itself, so that no other host can set it. */
const SECURE_NAME = `__Host-${NAME}`;

/** Returns the session token of a `Cookie` header. */
export function findSessionCookie(header: string | undefined): string | undefined {
  const cookies = readCookies(header);
  return cookies.get(SECURE_NAME) || cookies.get(NAME) || undefined;
}

export function readCookies(header: string | undefined): ReadonlyMap<string, string> {
  return new Map(
    (header ?? '').split(';').map((pair): [string, string] => {
      const [name = '', ...value] = pair.split('=');
      return [name.trim(), value.join('=').trim()];
    }),
  );
}

interface CookieOptions {
  readonly maxAgeMs: number;
  /** True if the page was loaded over TLS. */
  readonly secure: boolean;
}

export function toSessionCookie(token: string, { maxAgeMs, secure }: CookieOptions): string {
  const name = secure ? SECURE_NAME : NAME;
  const maxAge = Math.max(0, Math.floor(maxAgeMs / 1000));
  return `${name}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${secure ? '; Secure' : ''}`;
}

/** Deletes the cookie in the browser. */
export function toEndedCookie(secure: boolean): string {
  return toSessionCookie('', { maxAgeMs: 0, secure });
}
