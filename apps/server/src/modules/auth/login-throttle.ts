import { createHash } from 'node:crypto';

/** The first block lasts this long; each further failure doubles it. */
const FIRST_BLOCK_MS = 30_000;

/** 2^20 blocks of half a minute are a year. */
const MOST_DOUBLINGS = 20;

/** How long sign-ins are refused after this many failures; nothing while there are fewer than the limit. */
export function planBlockMs(failures: number, limit: number, windowMs: number): number | undefined {
  if (failures < limit) return undefined;
  const doublings = Math.min(failures - limit, MOST_DOUBLINGS);
  return Math.min(FIRST_BLOCK_MS * 2 ** doublings, windowMs);
}

/** People type passwords into the field for the name: what was typed is not stored, only a hash of it. */
export function userSubject(username: string): string {
  return `user:${createHash('sha256').update(username).digest('hex')}`;
}

export function addressSubject(address: string): string {
  return `address:${address}`;
}
