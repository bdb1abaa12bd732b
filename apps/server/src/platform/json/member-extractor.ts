import { AppError } from '../errors.ts';
import { type JsonHandler, JsonScanner, OPEN_BRACE, type StringPart } from './json-scanner.ts';
import { JsonStringDecoder } from './json-string-decoder.ts';

/** All members but the large one: names, flags, a list of tags. */
const MAX_REST_BYTES = 1024 * 1024;

/**
 * Extracts one large string member of a JSON object while its bytes arrive, so that it is never in memory as a whole.
 * Parsing 20 MB at once would block all other requests.
 */
export class MemberExtractor implements JsonHandler {
  readonly #name: string;
  readonly #scanner = new JsonScanner(this);
  readonly #decoder = new JsonStringDecoder();
  readonly #rest: Buffer[] = [];
  #restBytes = 0;
  /** The index in the chunk where the bytes of the rest start. */
  #restFrom = 0;
  #found = false;
  #isInMember = false;
  #expects: 'name' | 'colon' | 'value' | 'nothing' = 'nothing';
  #nameParts: Buffer[] = [];
  #content: Buffer[] = [];

  constructor(name: string) {
    this.#name = name;
  }

  /** Whether the member is present, as a string. */
  get found(): boolean {
    return this.#found;
  }

  /** The JSON in which the member is an empty string. */
  get rest(): Buffer {
    return Buffer.concat(this.#rest);
  }

  /** Consumes the next bytes and returns the part of the member's content in them. */
  write(chunk: Buffer): Buffer[] {
    this.#content = [];
    this.#restFrom = 0;
    this.#scanner.write(chunk);
    if (!this.#isInMember) this.#keep(chunk.subarray(this.#restFrom));
    return this.#content;
  }

  open(byte: number, _at: number, depth: number): void {
    this.#expects = depth === 1 && byte === OPEN_BRACE ? 'name' : 'nothing';
  }

  close(): void {}

  comma(depth: number): void {
    if (depth === 1) this.#expects = 'name';
  }

  colon(): void {
    if (this.#expects === 'colon') this.#expects = this.#isTheMember() ? 'value' : 'nothing';
  }

  string(chunk: Buffer, from: number, to: number, part: StringPart): void {
    if (part.isStart && this.#expects === 'value') this.#openMember(chunk, from);
    if (this.#isInMember) this.#readMember(chunk, from, to, part.isEnd);
    else if (this.#expects === 'name') this.#readName(chunk.subarray(from, to), part);
  }

  #openMember(chunk: Buffer, from: number): void {
    if (this.#found) throw new AppError('invalid', `The body has more than one ${this.#name}.`);
    this.#found = true;
    this.#isInMember = true;
    this.#expects = 'nothing';
    this.#keep(chunk.subarray(this.#restFrom, from));
  }

  #readMember(chunk: Buffer, from: number, to: number, isEnd: boolean): void {
    this.#decoder.write(chunk.subarray(from, to), this.#content);
    if (!isEnd) return;
    this.#isInMember = false;
    this.#restFrom = to;
  }

  #readName(bytes: Buffer, { isStart, isEnd }: StringPart): void {
    if (isStart) this.#nameParts = [];
    this.#nameParts.push(isEnd ? bytes : Buffer.from(bytes));
    if (isEnd) this.#expects = 'colon';
  }

  #isTheMember(): boolean {
    const text = Buffer.concat(this.#nameParts).toString();
    if (!text.includes('\\')) return text === this.#name;
    try {
      return JSON.parse(`"${text}"`) === this.#name;
    } catch {
      return false;
    }
  }

  #keep(bytes: Buffer): void {
    this.#restBytes += bytes.length;
    if (this.#restBytes > MAX_REST_BYTES) {
      throw new AppError('too-large', `The body without its ${this.#name} is too large.`);
    }
    this.#rest.push(Buffer.from(bytes));
  }
}
