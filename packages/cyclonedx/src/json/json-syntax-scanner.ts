import type { TextPlace } from '../document-place.ts';
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  isSpace,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './json-bytes.ts';

/** The first syntax error of a document. */
export interface JsonSyntaxError extends TextPlace {
  readonly kind: 'malformed' | 'truncated' | 'too-deep';
  readonly message: string;
}

type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'separator' | 'nothing';

const IN_WORDS: Readonly<Record<Expected, string>> = {
  value: 'a value was expected',
  'value or end': 'a value or the end of the list was expected',
  name: 'a name in quotes was expected',
  'name or end': 'a name in quotes or the end of the object was expected',
  colon: 'a colon was expected',
  separator: 'a comma or the end of the list or object was expected',
  nothing: 'there is more after the end of the document',
};

const WORD = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
/** Longer than every meaningful number. */
const MAX_WORD_LENGTH = 1_000;
const ESCAPES: ReadonlySet<number> = new Set(Array.from('"\\/bfnrtu', (letter) => letter.charCodeAt(0)));
const HEXADECIMAL = /^[0-9a-fA-F]$/;
const LINE_FEED = 0x0a;
const SMALL_U = 0x75;

/**
 * Finds the first syntax error of a JSON document. The reader parses elements without their position in the file, so a
 * refused document is scanned again to find the line and column.
 */
export class JsonSyntaxScanner {
  readonly #maxDepth: number;
  readonly #open: number[] = [];
  #expected: Expected = 'value';
  #line = 1;
  #column = 0;
  #inString = false;
  #escape = '';
  #word = '';
  #wordPlace: TextPlace = { line: 1, column: 1 };
  #error: JsonSyntaxError | undefined;

  constructor(maxDepth: number) {
    this.#maxDepth = maxDepth;
  }

  write(chunk: Uint8Array): JsonSyntaxError | undefined {
    for (let index = 0; index < chunk.length && this.#error === undefined; index++) {
      const byte = chunk[index] as number;
      // Continuation bytes of UTF-8 do not count as columns.
      if ((byte & 0xc0) !== 0x80) this.#column++;
      this.#take(byte);
      if (byte === LINE_FEED) {
        this.#line++;
        this.#column = 0;
      }
    }
    return this.#error;
  }

  end(): JsonSyntaxError | undefined {
    if (this.#error === undefined) this.#endWord();
    if (this.#error !== undefined || this.#expected === 'nothing') return this.#error;
    const place = { line: this.#line, column: this.#column + 1 };
    return { kind: 'truncated', ...place, message: 'the document ends here, before it is complete' };
  }

  #take(byte: number): void {
    if (this.#inString) this.#takeInString(byte);
    else if (this.#word !== '' && !isDelimiter(byte)) {
      if (this.#word.length < MAX_WORD_LENGTH) this.#word += String.fromCharCode(byte);
    } else {
      this.#endWord();
      if (this.#error === undefined && !isSpace(byte)) this.#takeToken(byte);
    }
  }

  #takeInString(byte: number): void {
    if (this.#escape !== '') this.#takeEscape(byte);
    else if (byte === BACKSLASH) this.#escape = '\\';
    else if (byte < 0x20) this.#fail(`a string holds the control character ${byte}, which must be escaped`);
    else if (byte === QUOTE) {
      this.#inString = false;
      this.#expected = this.#expected === 'colon' ? 'colon' : this.#behindValue();
    }
  }

  #takeEscape(byte: number): void {
    const letter = String.fromCharCode(byte);
    if (this.#escape === '\\' && !ESCAPES.has(byte)) this.#fail('a string holds an escape that JSON has not');
    else if (this.#escape === '\\' && byte !== SMALL_U) this.#escape = '';
    else if (this.#escape !== '\\' && !HEXADECIMAL.test(letter)) {
      this.#fail('\\u must be followed by four hexadecimal digits');
    } else this.#escape = this.#escape.length === 5 ? '' : this.#escape + letter;
  }

  #takeToken(byte: number): void {
    const expected = this.#expected;
    const wantsValue = expected === 'value' || expected === 'value or end';
    if (byte === QUOTE) this.#openString();
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#openContainer(byte, wantsValue);
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#closeContainer(byte);
    else if (byte === COLON && expected === 'colon') this.#expected = 'value';
    else if (byte === COMMA && expected === 'separator') {
      this.#expected = this.#open.at(-1) === OPEN_BRACE ? 'name' : 'value';
    } else if (wantsValue && byte !== COMMA && byte !== COLON) {
      this.#word = String.fromCharCode(byte);
      this.#wordPlace = { line: this.#line, column: this.#column };
    } else this.#unexpected();
  }

  #openString(): void {
    const expected = this.#expected;
    if (expected === 'name' || expected === 'name or end') this.#expected = 'colon';
    else if (expected !== 'value' && expected !== 'value or end') {
      this.#unexpected();
      return;
    }
    this.#inString = true;
  }

  #openContainer(byte: number, wantsValue: boolean): void {
    if (!wantsValue) this.#unexpected();
    else if (this.#open.length >= this.#maxDepth) {
      this.#fail(`the document is nested more than ${this.#maxDepth} levels deep`, 'too-deep');
    } else {
      this.#open.push(byte);
      this.#expected = byte === OPEN_BRACE ? 'name or end' : 'value or end';
    }
  }

  #closeContainer(byte: number): void {
    const opened = this.#open.at(-1);
    const mayEnd = this.#expected === 'separator' || this.#expected.endsWith(' or end');
    // The code of a closing bracket is that of the opening one plus two.
    if (opened === undefined || !mayEnd || byte !== opened + 2) this.#unexpected();
    else {
      this.#open.pop();
      this.#expected = this.#behindValue();
    }
  }

  #behindValue(): Expected {
    return this.#open.length === 0 ? 'nothing' : 'separator';
  }

  #endWord(): void {
    if (this.#word === '') return;
    const word = this.#word;
    this.#word = '';
    if (word.length < MAX_WORD_LENGTH && !WORD.test(word)) {
      this.#fail('a JSON value was expected', 'malformed', this.#wordPlace);
    } else this.#expected = this.#behindValue();
  }

  #unexpected(): void {
    this.#fail(IN_WORDS[this.#expected]);
  }

  #fail(
    message: string,
    kind: JsonSyntaxError['kind'] = 'malformed',
    { line, column }: TextPlace = { line: this.#line, column: this.#column },
  ): void {
    this.#error = { kind, message, line, column };
  }
}

function isDelimiter(byte: number): boolean {
  return (
    byte === COMMA ||
    byte === COLON ||
    byte === QUOTE ||
    byte === OPEN_BRACE ||
    byte === CLOSE_BRACE ||
    byte === OPEN_BRACKET ||
    byte === CLOSE_BRACKET ||
    isSpace(byte)
  );
}
