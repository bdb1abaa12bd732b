import { randomFillSync, randomUUID } from 'node:crypto';
import { v7 } from 'uuid';

/** Public identifier of a stored object: time-ordered, so that indexes grow at their right edge. */
export function newUuid(): string {
  return v7();
}

/** The smallest id that `newUuid` returns at a time: smaller ids are older. */
export function oldestUuidOf(time: Date): string {
  const digits = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}

/** An identifier that does not reveal when it was created. */
export function newRandomUuid(): string {
  return randomUUID();
}

const POOL_SIZE = 256;
const pool = Buffer.alloc(16 * POOL_SIZE);
let used = POOL_SIZE;

/** Like `newUuid`, but fast for many ids: random bytes, which are most of the cost, are fetched in advance. */
export function newPooledUuid(): string {
  if (used === POOL_SIZE) {
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
