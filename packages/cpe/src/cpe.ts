/** The attributes in the order of the formatted string binding. */
export const cpeAttributes = [
  'part',
  'vendor',
  'product',
  'version',
  'update',
  'edition',
  'language',
  'swEdition',
  'targetSw',
  'targetHw',
  'other',
] as const;

type CpeAttribute = (typeof cpeAttributes)[number];

/**
 * A CPE name. Values are written as in the formatted string binding: `*` is ANY, `-` is NA (not applicable), unescaped
 * `*` and `?` within a value are wildcards, and a backslash escapes all other punctuation except `.`, `-` and `_`.
 */
export type Cpe = Readonly<Record<CpeAttribute, string>>;

export const any = '*';
export const notApplicable = '-';

/** The text is not a CPE name. */
export class CpeError extends Error {
  override readonly name = 'CpeError';
}
