export interface StringForm {
  readonly quote: string;
  readonly raw: boolean;
  readonly bytes: boolean;
  readonly refuse: (at: number, message: string) => Error;
}

const SIMPLE: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '?': '?',
  '"': '"',
  "'": "'",
  '`': '`',
};
const ESCAPE =
  /\\(?:[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|([abfnrtv\\?"'`]))/y;

/** Reads a string or bytes literal after its opening quote. */
export function readString(
  source: string,
  from: number,
  form: StringForm,
): { value: string | Uint8Array; end: number } {
  const pieces: (string | number)[] = [];
  let at = from;
  while (!source.startsWith(form.quote, at)) {
    const character = source[at];
    if (character === undefined || (form.quote.length === 1 && (character === '\n' || character === '\r'))) {
      throw form.refuse(at, 'the string is not closed');
    }
    if (character === '\\' && !form.raw) at = readEscape(source, at, form, pieces);
    else {
      pieces.push(character);
      at += 1;
    }
  }
  return { value: assemble(pieces, form.bytes), end: at + form.quote.length };
}

function readEscape(source: string, at: number, form: StringForm, pieces: (string | number)[]): number {
  ESCAPE.lastIndex = at;
  const found = ESCAPE.exec(source);
  if (!found) throw form.refuse(at, 'unknown escape sequence');
  const [all, hex, short, long, octal, simple] = found;
  if (simple !== undefined) pieces.push(SIMPLE[simple] ?? simple);
  else if (short ?? long) {
    if (form.bytes) throw form.refuse(at, 'bytes have no Unicode escapes');
    pieces.push(toCharacter(Number.parseInt(short ?? long ?? '', 16), at, form));
  } else {
    const code = hex === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(hex, 16);
    pieces.push(form.bytes ? code : String.fromCodePoint(code));
  }
  return at + all.length;
}

function toCharacter(code: number, at: number, form: StringForm): string {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) throw form.refuse(at, 'no such character');
  return String.fromCodePoint(code);
}

function assemble(pieces: readonly (string | number)[], bytes: boolean): string | Uint8Array {
  if (!bytes) return pieces.join('');
  const parts: number[] = [];
  let text = '';
  const flush = (): void => {
    parts.push(...new TextEncoder().encode(text));
    text = '';
  };
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece;
    else {
      flush();
      parts.push(piece);
    }
  }
  flush();
  return Uint8Array.from(parts);
}
