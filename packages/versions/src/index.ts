export { compare, compareKeys } from './compare.ts';
export { type Scheme, schemes } from './scheme.ts';
export { schemeOfPurlType } from './scheme-of-purl-type.ts';
export { isReadable, sortKey } from './sort-key.ts';
export { formatVers } from './vers/format-vers.ts';
export { intervalContains, type KeyInterval, keyIntervals } from './vers/key-intervals.ts';
export type { VersConstraint } from './vers/vers.ts';
export { versContains } from './vers/vers-contains.ts';
