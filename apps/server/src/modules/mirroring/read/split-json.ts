const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** Thrown if the document has an unexpected form or ends early. */
export class SplitError extends Error {
  override readonly name = 'SplitError';
}

/**
 * Splits a JSON object that is too large for memory: yields the elements of one member, a list of objects, and
 * returns the rest of the document at the end.
 */
export class JsonSplitter {
  readonly #member: string;
  readonly #maxElementBytes: number;
  #rest: Buffer = Buffer.alloc(0);
  /** Length of the rest that has been scanned. */
  #scanned = 0;
  #depth = 0;
  /** Depth at which the elements of the list begin. 0 outside the list. */
  #listDepth = 0;
  #lastString = '';
  #around = '';
  #isFound = false;

  constructor(member: string, maxElementBytes: number) {
    this.#member = member;
    this.#maxElementBytes = maxElementBytes;
  }

  /** Yields the elements that these bytes complete. */
  *write(chunk: Buffer): Generator<Buffer> {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = this.#scanned;
    // Start of the bytes that have not been yielded.
    let start = 0;
    while (at < bytes.length) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        const end = endOfString(bytes, at);
        if (end < 0) break;
        if (this.#depth === 1) this.#lastString = bytes.toString('utf8', at + 1, end);
        at = end + 1;
        continue;
      }
      at++;
      if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        if (this.#isInList() && this.#depth === this.#listDepth) start = at - 1;
        this.#depth++;
        if (byte === OPEN_BRACKET && this.#depth === 2 && this.#lastString === this.#member) {
          this.#around += bytes.toString('utf8', start, at);
          start = at;
          this.#listDepth = this.#depth;
          this.#isFound = true;
        }
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        if (this.#isInList() && this.#depth === this.#listDepth) {
          this.#listDepth = 0;
          start = at - 1;
        }
        this.#depth--;
        if (this.#isInList() && this.#depth === this.#listDepth) {
          yield bytes.subarray(start, at);
          start = at;
        }
      }
    }
    this.#keep(bytes, at, start);
  }

  /** Returns the document without the elements. Throws if it is incomplete. */
  end(): unknown {
    const text = this.#around + this.#rest.toString('utf8');
    if (!this.#isFound) throw new SplitError(`The document has no list "${this.#member}".`);
    if (this.#depth !== 0) throw new SplitError('The document ends before it is complete.');
    try {
      return JSON.parse(text);
    } catch {
      throw new SplitError('The document is not valid JSON.');
    }
  }

  #isInList(): boolean {
    return this.#listDepth > 0;
  }

  /** Bytes between the elements of the list are dropped. */
  #keep(bytes: Buffer, at: number, start: number): void {
    const isBetween = this.#isInList() && this.#depth === this.#listDepth;
    const from = isBetween ? at : start;
    if (bytes.length - from > this.#maxElementBytes)
      throw new SplitError('A part of the document is too large.');
    this.#rest = Buffer.from(bytes.subarray(from));
    this.#scanned = at - from;
  }
}

function endOfString(bytes: Buffer, start: number): number {
  let end = bytes.indexOf(QUOTE, start + 1);
  while (end >= 0 && isEscaped(bytes, start, end)) end = bytes.indexOf(QUOTE, end + 1);
  return end;
}

function isEscaped(bytes: Buffer, start: number, quote: number): boolean {
  let backslashes = 0;
  while (quote - 1 - backslashes > start && bytes[quote - 1 - backslashes] === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}
