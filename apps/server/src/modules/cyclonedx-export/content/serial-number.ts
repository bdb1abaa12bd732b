import { hash } from 'node:crypto';

/** "serialNumber derived from project, form and content": a custom UUID, version 8 of RFC 9562. */
export function serialNumberOf(...parts: readonly string[]): string {
  const digits = hash('sha256', JSON.stringify(parts), 'hex');
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    `urn:uuid:${digits.slice(0, 8)}`,
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-');
}
