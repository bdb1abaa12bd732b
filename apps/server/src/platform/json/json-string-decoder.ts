import { AppError } from '../errors.ts';

const BACKSLASH = 0x5c;

/** The characters of one-letter escapes. `u` is followed by four hexadecimal digits. */
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Decodes the escapes of a JSON string that arrives in parts. */
export class JsonStringDecoder {
  /** The start of an escape that continues in the next part. */
  #escape = '';

  write(bytes: Buffer, content: Buffer[]): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.#escape !== '') {
        this.#readEscape(bytes[at++] as number, content);
        continue;
      }
      const backslash = bytes.indexOf(BACKSLASH, at);
      const end = backslash < 0 ? bytes.length : backslash;
      if (end > at) content.push(bytes.subarray(at, end));
      if (backslash >= 0) this.#escape = '\\';
      at = end + 1;
    }
  }

  #readEscape(byte: number, content: Buffer[]): void {
    this.#escape += String.fromCharCode(byte);
    const [, letter = ''] = this.#escape;
    if (letter === 'u' && this.#escape.length < 6) return;
    const text = letter === 'u' ? toCharacter(this.#escape.slice(2)) : (ESCAPES[letter] ?? letter);
    content.push(Buffer.from(text));
    this.#escape = '';
  }
}

function toCharacter(digits: string): string {
  if (/^[0-9a-f]{4}$/i.test(digits)) return String.fromCharCode(Number.parseInt(digits, 16));
  throw new AppError('invalid', `The body is not valid JSON: \\u${digits} is no escape.`);
}
