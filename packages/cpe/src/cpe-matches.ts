import {
  intervalContains,
  keyIntervals,
  type Scheme,
  sortKey,
  type VersConstraint,
} from '@tallyman/versions';
import { plainValue } from './attribute-value.ts';
import { type CpeRelation, compareAttribute } from './compare-attribute.ts';
import { any, type Cpe, cpeAttributes, notApplicable } from './cpe.ts';
import { findCpe } from './parse-cpe.ts';

/** An affected name with optional version bounds. */
export interface CpeCriterion {
  readonly cpe: Cpe | string;
  readonly versionStartIncluding?: string | null | undefined;
  readonly versionStartExcluding?: string | null | undefined;
  readonly versionEndIncluding?: string | null | undefined;
  readonly versionEndExcluding?: string | null | undefined;
}

/** The attributes that are indexed for lookups. Only equality and ANY match there, patterns do not. */
const identifying: ReadonlySet<string> = new Set(['part', 'vendor', 'product']);

/**
 * Whether a criterion matches a component. No attribute may be disjoint. A `*` in an attribute of the component matches
 * every criterion. Bounds are compared in the order of the scheme, `generic-nvd` by default.
 *
 * A component whose product is `*` or `-` matches nothing. Text that is not a CPE name matches nothing. Never throws.
 */
export function cpeMatches(
  criterion: CpeCriterion,
  component: Cpe | string,
  scheme: Scheme = 'generic-nvd',
): boolean {
  const source = typeof criterion.cpe === 'string' ? findCpe(criterion.cpe) : criterion.cpe;
  const target = typeof component === 'string' ? findCpe(component) : component;
  if (!source || !target) return false;
  if (target.product === any || target.product === notApplicable) return false;
  if (cpeAttributes.some((name) => relate(source, target, name) === 'DISJOINT')) return false;
  if (haveOppositeWildcards(source, target)) return false;
  return versionMatches(criterion, source.version, target.version, scheme);
}

function relate(source: Cpe, target: Cpe, name: keyof Cpe): CpeRelation {
  const [left, right] = [source[name].toLowerCase(), target[name].toLowerCase()];
  if (left === right) return 'EQUAL';
  if (left === any) return 'SUPERSET';
  const relation = compareAttribute(left, right);
  if (relation === 'UNDEFINED') return 'DISJOINT';
  return relation === 'SUPERSET' && identifying.has(name) ? 'DISJOINT' : relation;
}

/** `vendor:*` and `*:product` have no identifying attribute in common. */
function haveOppositeWildcards(source: Cpe, target: Cpe): boolean {
  const relations = [relate(source, target, 'vendor'), relate(source, target, 'product')];
  return relations.includes('SUBSET') && relations.includes('SUPERSET');
}

function versionMatches(criterion: CpeCriterion, affected: string, version: string, scheme: Scheme): boolean {
  if (version === any || version === notApplicable) return true;
  const bounds = boundsOf(criterion);
  if (bounds.length === 0 || affected.toLowerCase() === version.toLowerCase()) return true;
  const key = sortKey(scheme, plainValue(version));
  return keyIntervals({ scheme, order: scheme, constraints: bounds }).some((interval) =>
    intervalContains(interval, key),
  );
}

function boundsOf(criterion: CpeCriterion): VersConstraint[] {
  const bounds = [
    { comparator: '>=', version: criterion.versionStartIncluding },
    { comparator: '>', version: criterion.versionStartExcluding },
    { comparator: '<=', version: criterion.versionEndIncluding },
    { comparator: '<', version: criterion.versionEndExcluding },
  ] as const;
  return bounds.flatMap(({ comparator, version }) =>
    version ? [{ comparator, version: plainValue(version) }] : [],
  );
}
