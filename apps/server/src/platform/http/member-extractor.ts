import { AppError } from '../errors.ts';

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** What a backslash and a letter stand for. `u` is followed by four hexadecimal digits. */
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** All members but the large one: names, flags, a list of tags. */
const MAX_REST_BYTES = 1024 * 1024;

/**
 * Cuts the text of one large string member out of a JSON object while its bytes arrive, so that it is never in
 * memory as a whole: parsing 20 MB at once would keep all other requests waiting.
 */
export class MemberExtractor {
  readonly #name: string;
  readonly #rest: Buffer[] = [];
  #restBytes = 0;
  #found = false;
  #depth = 0;
  #place: 'before-name' | 'in-name' | 'behind-name' | 'before-value' | 'elsewhere' = 'elsewhere';
  #inString = false;
  #escaped = false;
  #nameBytes: number[] = [];
  #inMember = false;
  #escape = '';

  constructor(name: string) {
    this.#name = name;
  }

  /** Whether the member was there, and was a string. */
  get found(): boolean {
    return this.#found;
  }

  /** The JSON without the member's content: it reads as an empty string. */
  get rest(): Buffer {
    return Buffer.concat(this.#rest);
  }

  /** Takes the next bytes and gives the part of the member's content that they hold. */
  write(chunk: Buffer): Buffer[] {
    const content: Buffer[] = [];
    let from = 0;
    while (from < chunk.length) {
      from = this.#inMember ? this.#readMember(chunk, from, content) : this.#readRest(chunk, from);
    }
    return content;
  }

  #readRest(chunk: Buffer, from: number): number {
    let at = from;
    while (at < chunk.length && !this.#inMember) this.#step(chunk[at++] as number);
    this.#keep(chunk.subarray(from, at));
    return at;
  }

  #keep(bytes: Buffer): void {
    this.#restBytes += bytes.length;
    if (this.#restBytes > MAX_REST_BYTES) {
      throw new AppError('too-large', `The body without its ${this.#name} is too large.`);
    }
    this.#rest.push(Buffer.from(bytes));
  }

  #step(byte: number): void {
    if (this.#inString) this.#stepInString(byte);
    else if (byte === QUOTE) this.#openString();
    else if (!BLANKS.has(byte)) this.#stepBetween(byte);
  }

  #stepInString(byte: number): void {
    if (this.#place === 'in-name' && this.#nameBytes.length <= MAX_REST_BYTES) this.#nameBytes.push(byte);
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) {
      this.#inString = false;
      if (this.#place === 'in-name') this.#place = 'behind-name';
    }
  }

  #openString(): void {
    if (this.#place === 'before-value') {
      this.#openMember();
      return;
    }
    this.#inString = true;
    if (this.#place !== 'before-name') return;
    this.#place = 'in-name';
    this.#nameBytes = [QUOTE];
  }

  #openMember(): void {
    if (this.#found) throw new AppError('invalid', `The body has more than one ${this.#name}.`);
    this.#found = true;
    this.#inMember = true;
    this.#place = 'elsewhere';
  }

  #stepBetween(byte: number): void {
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      this.#depth++;
      this.#place = this.#depth === 1 && byte === OPEN_BRACE ? 'before-name' : 'elsewhere';
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#depth--;
    else if (byte === COLON && this.#place === 'behind-name') {
      this.#place = this.#isWanted() ? 'before-value' : 'elsewhere';
    } else if (byte === COMMA && this.#depth === 1) this.#place = 'before-name';
    else if (this.#place === 'before-value') this.#place = 'elsewhere';
  }

  #isWanted(): boolean {
    const text = Buffer.from(this.#nameBytes).toString();
    if (!text.includes('\\')) return text === `"${this.#name}"`;
    try {
      return JSON.parse(text) === this.#name;
    } catch {
      return false;
    }
  }

  #readMember(chunk: Buffer, from: number, content: Buffer[]): number {
    if (this.#escape !== '') return this.#readEscape(chunk, from, content);
    const quote = endOf(chunk, QUOTE, from);
    const backslash = chunk.subarray(from, quote).indexOf(BACKSLASH);
    const end = backslash < 0 ? quote : from + backslash;
    if (end > from) content.push(chunk.subarray(from, end));
    if (end === chunk.length) return end;
    if (backslash >= 0) this.#escape = '\\';
    else {
      this.#inMember = false;
      this.#keep(chunk.subarray(end, end + 1));
    }
    return end + 1;
  }

  #readEscape(chunk: Buffer, from: number, content: Buffer[]): number {
    this.#escape += String.fromCharCode(chunk[from] as number);
    const [, letter = ''] = this.#escape;
    if (letter === 'u' && this.#escape.length < 6) return from + 1;
    content.push(
      Buffer.from(letter === 'u' ? toCharacter(this.#escape.slice(2)) : (ESCAPES[letter] ?? letter)),
    );
    this.#escape = '';
    return from + 1;
  }
}

function endOf(chunk: Buffer, byte: number, from: number): number {
  const at = chunk.indexOf(byte, from);
  return at < 0 ? chunk.length : at;
}

function toCharacter(digits: string): string {
  if (/^[0-9a-f]{4}$/i.test(digits)) return String.fromCharCode(Number.parseInt(digits, 16));
  throw new AppError('invalid', `The body is no valid JSON: \\u${digits} is no escape.`);
}
