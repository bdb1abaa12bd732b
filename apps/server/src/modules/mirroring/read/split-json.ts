import { type JsonHandler, JsonScanner, OPEN_BRACE } from '../../../platform/json/json-scanner.ts';

const LIST_DEPTH = 2;
const ELEMENT_DEPTH = 3;

/** The document has an unexpected form, or ends too early. */
export class SplitError extends Error {
  override readonly name = 'SplitError';
}

/**
 * Splits a JSON object that is too large for memory: yields the elements of one of its members, which is a list of
 * objects, and keeps what is around them.
 */
export class JsonSplitter implements JsonHandler {
  readonly #member: string;
  readonly #maxElementBytes: number;
  readonly #scanner = new JsonScanner(this);
  #chunk: Buffer = Buffer.alloc(0);
  /** From where on bytes of the chunk are kept; -1 between the elements of the list. */
  #keptFrom = 0;
  /** Kept bytes of earlier chunks. */
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #elements: Buffer[] = [];
  #around = '';
  #depth = 0;
  #name = '';
  #isInList = false;
  #isFound = false;

  constructor(member: string, maxElementBytes: number) {
    this.#member = member;
    this.#maxElementBytes = maxElementBytes;
  }

  /** The elements that are complete with these bytes. They are valid until the next call. */
  write(chunk: Buffer): Buffer[] {
    this.#chunk = chunk;
    this.#elements = [];
    if (this.#keptFrom > 0) this.#keptFrom = 0;
    this.#scanner.write(chunk);
    if (this.#keptFrom >= 0) this.#keep(Buffer.from(chunk.subarray(this.#keptFrom)));
    return this.#elements;
  }

  /** The document without the elements. Throws if it is not complete. */
  end(): unknown {
    const text = this.#around + this.#takeKept().toString('utf8');
    if (!this.#isFound) throw new SplitError(`The document has no list "${this.#member}".`);
    if (this.#depth !== 0) throw new SplitError('The document ends before it is complete.');
    try {
      return JSON.parse(text);
    } catch {
      throw new SplitError('The document is not valid JSON.');
    }
  }

  open(byte: number, at: number, depth: number): void {
    this.#depth = depth;
    if (this.#isInList) {
      if (depth === ELEMENT_DEPTH) this.#keptFrom = at;
    } else if (byte !== OPEN_BRACE && depth === LIST_DEPTH && this.#name === this.#member) {
      this.#around += this.#cutKept(at + 1).toString('utf8');
      this.#isInList = true;
      this.#isFound = true;
    }
  }

  close(at: number, depth: number): void {
    this.#depth = depth;
    if (!this.#isInList) return;
    if (depth === LIST_DEPTH) this.#elements.push(this.#cutKept(at + 1));
    else if (depth < LIST_DEPTH) {
      this.#isInList = false;
      this.#keptFrom = at;
    }
  }

  comma(): void {}
  colon(): void {}

  string(chunk: Buffer, from: number, to: number, { isStart }: { isStart: boolean }): void {
    if (this.#depth !== 1) return;
    const text = chunk.toString('utf8', from, to);
    this.#name = isStart ? text : this.#name + text;
  }

  /** What was kept up to an index of the chunk. Nothing more is kept. */
  #cutKept(end: number): Buffer {
    this.#keep(this.#chunk.subarray(this.#keptFrom, end));
    this.#keptFrom = -1;
    return this.#takeKept();
  }

  #keep(bytes: Buffer): void {
    this.#keptBytes += bytes.length;
    if (this.#keptBytes > this.#maxElementBytes) {
      throw new SplitError('A part of the document is too large.');
    }
    this.#kept.push(bytes);
  }

  #takeKept(): Buffer {
    const kept = this.#kept;
    this.#kept = [];
    this.#keptBytes = 0;
    return kept.length === 1 ? (kept[0] as Buffer) : Buffer.concat(kept);
  }
}
