import { AppError } from '../errors.ts';
import { type JsonHandler, JsonScanner } from './json-scanner.ts';

/** Deeper than every schema of the interface, free-form members included. */
const MAX_DEPTH = 64;

/** Far more than most operations can use. */
export const DEFAULT_MEMBERS = 10_000;

/** More than the largest legal body has: 20,000 findings of a bulk decision with four members each. */
export const LARGE_MEMBERS = 200_000;

/**
 * Refuses JSON that is nested too deeply or has too many members, before it is parsed: parsing such a body would block
 * the event loop, and its objects would fill the heap.
 */
export function checkJsonShape(bytes: Buffer, maxMembers: number): void {
  new JsonScanner(new ShapeLimits(maxMembers)).write(bytes);
}

class ShapeLimits implements JsonHandler {
  readonly #maxMembers: number;
  #members = 0;

  constructor(maxMembers: number) {
    this.#maxMembers = maxMembers;
  }

  open(_byte: number, _at: number, depth: number): void {
    if (depth > MAX_DEPTH) throw refusal(`is nested more than ${MAX_DEPTH} levels deep`);
    this.#members++;
  }

  comma(): void {
    if (++this.#members > this.#maxMembers) throw refusal(`has more than ${this.#maxMembers} members`);
  }

  close(): void {}
  colon(): void {}
  string(): void {}
}

function refusal(reason: string): AppError {
  return new AppError('invalid', `The body ${reason}. Split it into several requests, or simplify it.`);
}
