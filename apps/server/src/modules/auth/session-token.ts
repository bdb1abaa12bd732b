import { hash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits: nothing can be read from a token, and nobody guesses one. */
export function newSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** What is stored instead of the token. A random token needs no salt. */
export function hashSessionToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

export function isSessionToken(text: string): boolean {
  return TOKEN_FORM.test(text);
}

/** The token of an `Authorization` header, whatever its form; absent when the header is of another scheme. */
export function findBearerToken(authorization: string | undefined): string | undefined {
  return /^\s*bearer\b(.*)$/i.exec(authorization ?? '')?.[1]?.trim();
}
