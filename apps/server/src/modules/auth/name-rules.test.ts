import { describe, expect, it } from 'vitest';
import { describeTaken, requireVisibleName } from './name-rules.ts';

describe('a new name', () => {
  it.each([
    ['a control character', 'ad\u0007min'],
    ['a control character of the second block', 'ad\u0085min'],
    ['a line separator', 'ad\u2028min'],
    ['a zero-width space', 'ad\u200bmin'],
    ['a zero-width joiner', 'ad\u200dmin'],
    ['a byte order mark', 'ad\ufeffmin'],
    ['a soft hyphen', 'ad\u00admin'],
    ['a word joiner', 'ad\u2060min'],
    ['a right-to-left override', '\u202enimda'],
    ['a direction isolate', '\u2066admin\u2069'],
    ['an Arabic letter mark', 'admin\u061c'],
    ['a Hangul filler', 'admin\u3164'],
    ['a variation selector', 'admin\ufe0f'],
    ['a tag character', 'admin\u{e0061}'],
    ['half a character', 'admin\ud83d'],
  ])('is refused with %s', (_, name) => {
    expect(() => requireVisibleName(name, 'body/username')).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        extras: { errors: [{ path: 'body/username', message: expect.any(String) }] },
      }),
    );
  });

  it.each(['ada', 'Ada Lovelace', 'ada@example.org', 'CN=Ada,OU=Büro', 'Ада', 'عدى', '愛達', 'ada 🧮'])(
    'may be %s',
    (name) => {
      expect(requireVisibleName(` ${name} `, 'body/username')).toBe(name);
    },
  );

  it('is reported as it is stored if it already exists', () => {
    expect(describeTaken('user', 'ada')).toBe('A user "ada" already exists. Choose another name.');
    expect(describeTaken('team', 'OPS', 'ops')).toContain('"ops" already exists, and names must differ');
  });
});
