import { randomInt } from 'node:crypto';

/** Without characters that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** Returns a readable password of 99 random bits, such as `k3m7p-xw2qa-9hdrt-vn4cz`. */
export function generatePassword(): string {
  return Array.from({ length: GROUPS }, randomGroup).join('-');
}

function randomGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}
