import { hash, randomInt } from 'node:crypto';

/** Without characters that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const COUNT = 10;
const GROUPS = 3;
const GROUP_LENGTH = 5;

/** Returns codes of 74 random bits, such as `k3m7p-xw2qa-9hdrt`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => Array.from({ length: GROUPS }, randomGroup).join('-'));
}

function randomGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

/** Hash that is stored. Case, spaces and dashes are ignored. 74 random bits need no slow hash. */
export function hashRecoveryCode(userId: number, code: string): Buffer {
  return hash('sha256', `${userId}:${code.toLowerCase().replaceAll(/[\s-]/g, '')}`, 'buffer');
}
