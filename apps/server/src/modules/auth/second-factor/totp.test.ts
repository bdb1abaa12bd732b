import { describe, expect, it } from 'vitest';
import { findStep, newTotpSecret, toBase32, toOtpauthUri, toStep, totpCode } from './totp.ts';

/** The secret of the test vectors in RFC 6238, appendix B. */
const SECRET = Buffer.from('12345678901234567890');

describe('Time-based one-time passwords', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %i equal the values of RFC 6238', (second, code) => {
    expect(totpCode(SECRET, toStep(new Date(second * 1000)))).toBe(code);
  });

  it('count half a minute early and late, and no longer', () => {
    const at = (second: number) => findStep(SECRET, '081804', new Date(second * 1000));
    const step = toStep(new Date(1_111_111_109_000));
    expect([1_111_111_079, 1_111_111_109, 1_111_111_139].map(at)).toEqual([step, step, step]);
    expect([1_111_111_049, 1_111_111_170].map(at)).toEqual([undefined, undefined]);
    expect(findStep(SECRET, '81804', new Date(1_111_111_109_000))).toBeUndefined();
  });

  it('have secrets of 160 bits, shown in Base32', () => {
    expect(newTotpSecret()).toHaveLength(20);
    expect(toBase32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(toBase32(Buffer.from('f'))).toBe('MY');
  });

  it('are set up with an otpauth address', () => {
    expect(toOtpauthUri(SECRET, 'Tallyman', 'ada@example.org')).toBe(
      'otpauth://totp/Tallyman:ada%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Tallyman' +
        '&algorithm=SHA1&digits=6&period=30',
    );
  });
});
