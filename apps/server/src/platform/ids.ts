import { randomFillSync, randomUUID } from 'node:crypto';
import { v7 } from 'uuid';

/** Public identifier of a stored thing: time-ordered, so that indexes grow at their right edge. */
export function newUuid(): string {
  return v7();
}

/** The first of those that `newUuid` makes at a time: what comes before it is older. */
export function oldestUuidOf(time: Date): string {
  const digits = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}

/** Identifier that must not tell when it was made. */
export function newRandomUuid(): string {
  return randomUUID();
}

const POOLED = 256;
const pool = Buffer.alloc(16 * POOLED);
let used = POOLED;

/** The same as `newUuid` for many at once: random bytes are asked for in advance, which is most of the cost. */
export function newPooledUuid(): string {
  if (used === POOLED) {
    randomFillSync(pool);
    used = 0;
  }
  const at = 16 * used++;
  pool.writeUIntBE(Date.now(), at, 6);
  pool[at + 6] = 0x70 | ((pool[at + 6] as number) & 0x0f);
  pool[at + 8] = 0x80 | ((pool[at + 8] as number) & 0x3f);
  const digits = pool.toString('hex', at, at + 16);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`;
}
