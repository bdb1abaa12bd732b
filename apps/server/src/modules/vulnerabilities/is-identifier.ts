import { ONE_LINE } from '@tallyman/contract';

const MOST_CHARACTERS = 255;
const isOneLine = new RegExp(ONE_LINE);

/** One line, not too long to be indexed. */
export function isIdentifier(text: string): boolean {
  const isShort = text.length <= MOST_CHARACTERS || [...text].length <= MOST_CHARACTERS;
  return text !== '' && isShort && isOneLine.test(text);
}
