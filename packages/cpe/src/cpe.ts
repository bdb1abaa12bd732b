/** The attributes of a name in the order of the formatted string binding. */
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
 * A CPE name. Values are written as in the formatted string binding: `*` is ANY, `-` is NA (not applicable), a
 * backslash stands before every other punctuation but `.`, `-` and `_`, and `*` and `?` without one are wildcards.
 */
export type Cpe = Readonly<Record<CpeAttribute, string>>;

export const any = '*';
export const notApplicable = '-';

/** The text is no CPE name. */
export class CpeError extends Error {
  override readonly name = 'CpeError';
}
