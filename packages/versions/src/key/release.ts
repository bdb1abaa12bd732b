import type { KeyWriter } from './key-writer.ts';
import { digitsEnd, isDigitAt } from './scan.ts';

const dot = 0x2e;
const zero = 0x30;

/**
 * Writes the dotted numbers at `start` without trailing zeros, so that 1, 1.0 and 1.0.0 are equal. The caller has to
 * write a mark below `Mark.number` next, so that a longer release is greater.
 *
 * Returns the index after the last digit.
 */
export function writeRelease(writer: KeyWriter, text: string, start: number): number {
  let zeros = 0;
  let i = start;
  for (;;) {
    const end = digitsEnd(text, i);
    if (isZero(text, i, end)) {
      zeros++;
    } else {
      for (; zeros > 0; zeros--) writer.integer(0);
      writer.number(text, i, end);
    }
    if (text.charCodeAt(end) !== dot || !isDigitAt(text, end + 1)) return end;
    i = end + 1;
  }
}

export function isZero(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (text.charCodeAt(i) !== zero) return false;
  return true;
}
