import type { KeyWriter } from '../key/key-writer.ts';
import { Mark } from '../key/mark.ts';
import { digitsEnd, isDigit, isLetter, lettersEnd } from '../key/scan.ts';

const tilde = 0x7e;
const caret = 0x5e;
const caretMark = Mark.after;

/** One label in rpm's order: a version or a release on its own. */
export function writeRpmLabelKey(writer: KeyWriter, label: string): boolean {
  writeLabel(writer, label, 0, label.length);
  return true;
}

/**
 * Key: segments, closed by `end`. At each position: tilde < (end) < caret < letters < number. All other characters are
 * only separators.
 */
export function writeLabel(writer: KeyWriter, text: string, start: number, end: number): void {
  for (let i = start; i < end; ) {
    const unit = text.charCodeAt(i);
    if (isDigit(unit)) {
      const next = digitsEnd(text, i, end);
      writer.number(text, i, next);
      i = next;
    } else if (isLetter(unit)) {
      const next = lettersEnd(text, i, end);
      writer.byte(Mark.text);
      writer.text(text, i, next);
      i = next;
    } else {
      if (unit === tilde) writer.byte(Mark.before);
      if (unit === caret) writer.byte(caretMark);
      i++;
    }
  }
  writer.byte(Mark.end);
}
