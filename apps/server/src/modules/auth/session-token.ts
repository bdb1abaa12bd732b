import { hash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;

/** Returns 256 random bits. A token contains no information. */
export function newSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Hash that is stored instead of the token. A random token needs no salt. */
export function hashSessionToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

export function isSessionToken(text: string): boolean {
  return TOKEN_FORM.test(text);
}

/** Returns the token of an `Authorization` header, valid or not, or undefined for other schemes. */
export function findBearerToken(authorization: string | undefined): string | undefined {
  return /^\s*bearer\b(.*)$/i.exec(authorization ?? '')?.[1]?.trim();
}
