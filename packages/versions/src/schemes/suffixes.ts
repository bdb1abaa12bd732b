import { Mark } from '../key/mark.ts';

/** The suffixes of apk and Portage in their order. Those below `Mark.end` make a pre-release. */
export const suffixMarks: ReadonlyMap<string, number> = new Map([
  ['alpha', Mark.before],
  ['beta', Mark.before + 1],
  ['pre', Mark.before + 2],
  ['rc', Mark.before + 3],
]);

/** A revision is above the plain version and below every post-release suffix. */
export const revisionMark = Mark.end + 1;

/** A letter is above suffixes and below a further number. */
export const letterMark = Mark.text;

/** A further number that starts with a zero is a fraction (1.01 < 1.1), below all other numbers. */
export const fractionMark = Mark.text + 2;
