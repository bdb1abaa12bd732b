const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_BRACKET, CLOSE_BRACKET, CLOSE_BRACE] = [0x5b, 0x5d, 0x7d];

export const OPEN_BRACE = 0x7b;

/** Receives the structure of a document. `at` is an index into the current chunk. */
export interface JsonHandler {
  /** An object or a list begins. `depth` includes it. */
  open(byte: number, at: number, depth: number): void;
  /** An object or a list ends. `depth` does not include it any more. */
  close(at: number, depth: number): void;
  comma(depth: number): void;
  /** Follows the name of a member. */
  colon(): void;
  /** A string without its quotes and with its escapes. Called several times if the string spans chunks. */
  string(chunk: Buffer, from: number, to: number, part: StringPart): void;
}

export interface StringPart {
  readonly isStart: boolean;
  readonly isEnd: boolean;
}

const PARTS = {
  whole: { isStart: true, isEnd: true },
  start: { isStart: true, isEnd: false },
  middle: { isStart: false, isEnd: false },
  end: { isStart: false, isEnd: true },
} satisfies Record<string, StringPart>;

/**
 * Finds brackets, strings and separators of JSON in chunks of any size, in linear time and without allocating. Does not
 * validate: the handler must parse the parts that it extracts.
 */
export class JsonScanner {
  readonly #handler: JsonHandler;
  #depth = 0;
  #isInString = false;
  /** The previous chunk ended with a backslash that escapes the first byte of this one. */
  #isEscaped = false;

  constructor(handler: JsonHandler) {
    this.#handler = handler;
  }

  write(chunk: Buffer): void {
    let at = this.#isInString ? this.#continueString(chunk) : 0;
    while (at < chunk.length) {
      const quote = this.#scanStructure(chunk, at);
      at = quote < chunk.length ? this.#beginString(chunk, quote + 1) : quote;
    }
  }

  /** Stops at the next string, or at the end of the chunk. */
  #scanStructure(chunk: Buffer, from: number): number {
    let at = from;
    for (; at < chunk.length && chunk[at] !== QUOTE; at++) {
      const byte = chunk[at] as number;
      switch (byte) {
        case OPEN_BRACE:
        case OPEN_BRACKET:
          this.#handler.open(byte, at, ++this.#depth);
          break;
        case CLOSE_BRACE:
        case CLOSE_BRACKET:
          this.#handler.close(at, --this.#depth);
          break;
        case COMMA:
          this.#handler.comma(this.#depth);
          break;
        case COLON:
          this.#handler.colon();
          break;
      }
    }
    return at;
  }

  #beginString(chunk: Buffer, from: number): number {
    const end = this.#findEnd(chunk, from);
    this.#handler.string(chunk, from, end, this.#isInString ? PARTS.start : PARTS.whole);
    return end + 1;
  }

  #continueString(chunk: Buffer): number {
    if (chunk.length === 0) return 0;
    const end = this.#findEnd(chunk, this.#isEscaped ? 1 : 0);
    this.#handler.string(chunk, 0, end, this.#isInString ? PARTS.middle : PARTS.end);
    return end + 1;
  }

  /** The index of the closing quote, or the end of the chunk if the string continues. */
  #findEnd(chunk: Buffer, from: number): number {
    let end = chunk.indexOf(QUOTE, from);
    while (end >= 0 && isEscaped(chunk, end, from)) end = chunk.indexOf(QUOTE, end + 1);
    this.#isInString = end < 0;
    this.#isEscaped = end < 0 && isEscaped(chunk, chunk.length, from);
    return end < 0 ? chunk.length : end;
  }
}

/** Whether an odd number of backslashes precedes an index. */
function isEscaped(chunk: Buffer, at: number, from: number): boolean {
  let first = at;
  while (first > from && chunk[first - 1] === BACKSLASH) first--;
  return (at - first) % 2 === 1;
}
