export { hasWildcards } from './attribute-value.ts';
export { compareAttribute } from './compare-attribute.ts';
export { type Cpe, cpeAttributes } from './cpe.ts';
export { cpeMatches } from './cpe-matches.ts';
export { formatCpe } from './format-cpe.ts';
export { findCpe, isCpe } from './parse-cpe.ts';
