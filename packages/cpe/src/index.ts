export { hasWildcards } from './attribute-value.ts';
export { type CpeRelation, compareAttribute, compareAttributes, compareCpe } from './compare-cpe.ts';
export { type Cpe, type CpeAttribute, CpeError, cpeAttributes } from './cpe.ts';
export { type CpeCriterion, cpeMatches } from './cpe-matches.ts';
export { type CpeBinding, formatCpe } from './format-cpe.ts';
export { findCpe, parseCpe } from './parse-cpe.ts';
