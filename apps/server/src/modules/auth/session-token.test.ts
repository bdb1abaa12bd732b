import { describe, expect, it } from 'vitest';
import { findBearerToken, hashSessionToken, isSessionToken, newSessionToken } from './session-token.ts';

describe('session tokens', () => {
  it('are 32 random bytes as base64url', () => {
    const token = newSessionToken();
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(newSessionToken()).not.toBe(token);
  });

  it('are recognised by their form', () => {
    expect(isSessionToken(newSessionToken())).toBe(true);
    expect(isSessionToken('eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln')).toBe(false);
    expect(isSessionToken('')).toBe(false);
  });

  it('are stored as SHA-256', () => {
    expect(hashSessionToken('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it.each([
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['BEARER   abc ', 'abc'],
    ['Bearer', ''],
    ['Basic abc', undefined],
    ['Bearerabc', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('are read from the header %s as %s', (header, token) => {
    expect(findBearerToken(header)).toBe(token);
  });
});
