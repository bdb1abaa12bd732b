import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';

/** Public identifier of a stored thing: time-ordered, so that indexes grow at their right edge. */
export function newUuid(): string {
  return v7();
}

/** Identifier that must not tell when it was made. */
export function newRandomUuid(): string {
  return randomUUID();
}
