export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const UPPER_Z = 0x5a;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
/** The bit that differs between brackets and braces. */
export const FOLD = 0x20;

export function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Whether the bytes equal an ASCII name. */
export function equalsAscii(key: string, chunk: Uint8Array, from: number, end: number): boolean {
  if (key.length !== end - from) return false;
  for (let index = 0; index < key.length; index++) {
    if (key.charCodeAt(index) !== chunk[from + index]) return false;
  }
  return true;
}
