import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits, 30 seconds. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** The length of the SHA-1 output, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** Accepts the previous and the next code too, because clocks differ. */
const TOLERATED_STEPS = [0, -1, 1];

export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

export function toStep(at: Date): number {
  return Math.floor(at.getTime() / 1000 / STEP_SECONDS);
}

/** Returns the time step of a code, or undefined if the code is wrong. */
export function findStep(secret: Buffer, code: string, at: Date): number | undefined {
  const given = Buffer.from(code);
  return TOLERATED_STEPS.map((offset) => toStep(at) + offset).find((step) => {
    const expected = Buffer.from(totpCode(secret, step));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function toBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => BASE32.charAt(Number.parseInt(group.padEnd(5, '0'), 2)))
    .join('');
}

/** Address that authenticator apps read from a QR code. */
export function toOtpauthUri(secret: Buffer, issuer: string, username: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`;
  const query = `secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`;
  return `otpauth://totp/${label}?${query}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
}
