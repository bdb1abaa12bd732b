import { hasWildcards, patternMatches, plainValue, toPattern } from './attribute-value.ts';
import { any, type Cpe, type CpeAttribute, cpeAttributes, notApplicable } from './cpe.ts';

/** What the source is of the target (NIST IR 7696, table 6-1). */
export type CpeRelation = 'SUPERSET' | 'SUBSET' | 'EQUAL' | 'DISJOINT' | 'UNDEFINED';

/** NIST IR 7696, table 6-2. Case does not count. A target with wildcards has no defined relation. */
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

/** The relation of each attribute. */
export function compareAttributes(source: Cpe, target: Cpe): Record<CpeAttribute, CpeRelation> {
  const entries = cpeAttributes.map((name) => [name, compareAttribute(source[name], target[name])] as const);
  return Object.fromEntries(entries) as Record<CpeAttribute, CpeRelation>;
}

/**
 * NIST IR 7696, table 6-4: disjoint if an attribute is; a superset, a subset or equal if all attributes are that or
 * equal; otherwise undefined.
 */
export function compareCpe(source: Cpe, target: Cpe): CpeRelation {
  const relations = new Set(Object.values(compareAttributes(source, target)));
  if (relations.has('DISJOINT')) return 'DISJOINT';
  relations.delete('EQUAL');
  const [relation = 'EQUAL', ...others] = relations;
  return others.length === 0 ? relation : 'UNDEFINED';
}
