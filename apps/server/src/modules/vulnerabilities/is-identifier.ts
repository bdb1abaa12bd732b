import { ONE_LINE } from '@tallyman/contract';

const MAX_CHARACTERS = 255;
const isOneLine = new RegExp(ONE_LINE);

/** One line that fits into the index. */
export function isIdentifier(text: string): boolean {
  const isShort = text.length <= MAX_CHARACTERS || [...text].length <= MAX_CHARACTERS;
  return text !== '' && isShort && isOneLine.test(text);
}
