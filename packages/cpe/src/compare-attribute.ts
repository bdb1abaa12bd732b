import { hasWildcards, patternMatches, plainValue, toPattern } from './attribute-value.ts';
import { any, notApplicable } from './cpe.ts';

/** How the source relates to the target (NIST IR 7696, table 6-1). */
export type CpeRelation = 'SUPERSET' | 'SUBSET' | 'EQUAL' | 'DISJOINT' | 'UNDEFINED';

/** NIST IR 7696, table 6-2. Ignores case. The relation to a target with wildcards is undefined. */
export function compareAttribute(source: string, target: string): CpeRelation {
  if (hasWildcards(target)) return 'UNDEFINED';
  const [left, right] = [source.toLowerCase(), target.toLowerCase()];
  if (left === right) return 'EQUAL';
  if (left === any) return 'SUPERSET';
  if (right === any) return 'SUBSET';
  if (left === notApplicable || right === notApplicable) return 'DISJOINT';
  if (!hasWildcards(left)) return plainValue(left) === plainValue(right) ? 'EQUAL' : 'DISJOINT';
  return patternMatches(toPattern(left), plainValue(right)) ? 'SUPERSET' : 'DISJOINT';
}
