import { describe, expect, it } from 'vitest';
import { requireAcceptablePassword, requireSamePasswords } from './password-rules.ts';

const check =
  (password: string, username = 'ada', minLength = 8) =>
  () =>
    requireAcceptablePassword({ username, password, minLength });

describe('a new password', () => {
  it.each([
    ['short', '1234567', 'at least 8 characters'],
    ['blank', '         ', 'blank'],
    ['longer than 1024 bytes', 'ä'.repeat(513), '1024 bytes'],
  ])('is refused when it is %s', (_, password, reason) => {
    expect(check(password)).toThrow(reason);
  });

  it('is refused when it is the user name in any case', () => {
    expect(check('Ada-Lovelace', 'ada-lovelace')).toThrow('user name');
  });

  it('is never repeated in the refusal', () => {
    expect(check('s3cr3t')).not.toThrow('s3cr3t');
  });

  const longest = Array.from({ length: 1024 }, (_, i) => 'abkqzwd72m'[(i * i) % 7]).join('');
  it.each(['zK4-wPq7x', longest, '🔑🌧🎻🦊🪴🚲🧭📎', 'with spaces in it'])('may be %s', (password) => {
    expect(check(password)).not.toThrow();
  });

  it('counts characters, not code units', () => {
    expect(check('🔑🌧🎻🦊🪴🚲🧭')).toThrow('at least 8 characters');
  });

  it('must be confirmed', () => {
    expect(() => requireSamePasswords('one', 'two')).toThrow('do not match');
    expect(() => requireSamePasswords('one', null)).toThrow('do not match');
    expect(() => requireSamePasswords('one', 'one')).not.toThrow();
  });
});
