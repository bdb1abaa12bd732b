import { Mark } from '../key/mark.ts';

/** The suffixes that apk and Portage share, in their order; those below `Mark.end` make a pre-release. */
export const suffixMarks: ReadonlyMap<string, number> = new Map([
  ['alpha', Mark.before],
  ['beta', Mark.before + 1],
  ['pre', Mark.before + 2],
  ['rc', Mark.before + 3],
]);

/** A revision stands above the plain version and below every post-release suffix. */
export const revisionMark = Mark.end + 1;

/** A letter stands above suffixes and below a further number. */
export const letterMark = Mark.text;

/** A further number that begins with a zero is a fraction: 1.01 < 1.1. It stands below all that do not. */
export const fractionMark = Mark.text + 2;
