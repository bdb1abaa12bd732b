import { toStep, totpCode } from '../../src/modules/auth/second-factor/totp.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * The code that an authenticator app shows for a Base32 secret. Each code is accepted once. The next code is accepted
 * early, so a test that needs a second code does not have to wait.
 */
export function codeOf(secret: string, ahead = 1): string {
  return totpCode(fromBase32(secret), toStep(new Date()) + ahead);
}

export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
