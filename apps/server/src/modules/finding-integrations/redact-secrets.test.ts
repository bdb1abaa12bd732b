import { describe, expect, it } from 'vitest';
import { redactSecrets } from './redact-secrets.ts';

const WHOLE = { maxLength: 100, isPartial: false };

describe('Secrets in a response', () => {
  it.each([
    ['Token s3cret refused', ['s3cret'], 'Token *** refused'],
    ['FortifyToken czNjcmV0', ['s3cret'], 'FortifyToken ***'],
    [JSON.stringify({ token: 'a"b\\c' }), ['a"b\\c'], '{"token":"***"}'],
    ['/upload?mat=a%26b%20c', ['a&b c'], '/upload?mat=***'],
    ['s3cret and s3cret and other', ['s3cret', 'other'], '*** and *** and ***'],
    ['a secret within a longer secret', ['secret', 'longer secret'], 'a *** within a ***'],
    ['nothing to hide', ['', 's3cret'], 'nothing to hide'],
  ])('%j without %j is %j', (text, secrets, shown) => {
    expect(redactSecrets(text, secrets, WHOLE)).toBe(shown);
  });

  it('are replaced before the text is truncated', () => {
    expect(redactSecrets('12345s3cret', ['s3cret'], { maxLength: 8, isPartial: false })).toBe('12345***');
    expect(redactSecrets('1234567s3cret', ['s3cret'], { maxLength: 8, isPartial: false })).toBe('1234567*');
  });

  it('are not shown in part at the end of a response that was not read to its end', () => {
    const shown = redactSecrets(`${'x'.repeat(20)}s3cre`, ['s3cret'], { maxLength: 100, isPartial: true });
    expect(shown).not.toContain('s3');
    expect(shown).toMatch(/^x+$/);
  });
});
