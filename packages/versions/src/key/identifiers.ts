import type { KeyWriter } from './key-writer.ts';
import { Mark } from './mark.ts';
import { digitsEnd, indexOfUnit } from './scan.ts';

const dot = 0x2e;

/**
 * Writes the dotted identifiers in [start, end) by Semantic Versioning 2.0.0 rule 11.4: numbers by value and below
 * texts, texts in ASCII order, a longer list above its prefix.
 */
export function writeIdentifiers(
  writer: KeyWriter,
  text: string,
  start: number,
  end: number,
  foldCase = false,
): void {
  for (let i = start; i <= end; i++) {
    const next = indexOfUnit(text, dot, i, end);
    if (next > i && digitsEnd(text, i, next) === next) {
      writer.number(text, i, next);
    } else {
      writer.byte(Mark.textAboveNumbers);
      if (foldCase) writer.foldedText(text, i, next);
      else writer.text(text, i, next);
    }
    i = next;
  }
}
