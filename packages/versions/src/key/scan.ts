/** Scanners of ASCII character classes. All are linear: no regular expressions, no backtracking. */

export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

export function isLetter(unit: number): boolean {
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

export function isDigitAt(text: string, index: number): boolean {
  return index < text.length && isDigit(text.charCodeAt(index));
}

export function isLetterAt(text: string, index: number): boolean {
  return index < text.length && isLetter(text.charCodeAt(index));
}

/** The index after the digits that start at `start`. */
export function digitsEnd(text: string, start: number, end = text.length): number {
  let i = start;
  while (i < end && isDigit(text.charCodeAt(i))) i++;
  return i;
}

/** The index after the ASCII letters that start at `start`. */
export function lettersEnd(text: string, start: number, end = text.length): number {
  let i = start;
  while (i < end && isLetter(text.charCodeAt(i))) i++;
  return i;
}

/** The index of the first occurrence of `unit` in [start, end), or `end`. */
export function indexOfUnit(text: string, unit: number, start: number, end = text.length): number {
  let i = start;
  while (i < end && text.charCodeAt(i) !== unit) i++;
  return i;
}
