import { hash } from 'node:crypto';

/** The first 64 bits of the SHA-256 hash, signed as in the database. */
export function hashOf(text: string): bigint {
  return hash('sha256', text, 'buffer').readBigInt64BE();
}

/** A UUID of version 8 derived from the text. Equal texts have equal UUIDs. */
export function uuidOf(text: string): string {
  const hex = hash('sha256', text, 'hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
