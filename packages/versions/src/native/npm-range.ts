import { halfOpen, parseComparators } from './comparators.ts';
import type { NativeConstraint } from './native-constraint.ts';
import { bump, numbersOf, significantCount } from './numbers.ts';
import { splitAlternatives, type Term } from './split-range.ts';

const hyphenRange = /^[v=]*([^\s]+)\s+-\s+[v=]*([^\s]+)$/;
const wildcard = /(?:^|\.)[xX*](?:\.|$)/;
const everything: NativeConstraint[] = [{ comparator: '>=', version: '0.0.0' }];

/**
 * node-semver's ranges: comparators, `^`, `~`, `1.2.x` and `1.2.3 - 2.3.4`. As in the tables published with the VERS
 * specification, `2.1` means the version 2.1.0, and `>= 2.2.x` the same as `2.2.x`.
 */
export function parseNpmRange(range: string): NativeConstraint[] | undefined {
  const meant = splitAlternatives(range).map(parseAlternative);
  if (meant.length === 0 || meant.includes(undefined)) return undefined;
  return meant.flatMap((constraints) => constraints ?? []);
}

function parseAlternative(alternative: string): NativeConstraint[] | undefined {
  const [, from, to] = hyphenRange.exec(alternative) ?? [];
  if (from !== undefined && to !== undefined) return closed(from, to);
  return parseComparators(alternative, expandNpmTerm);
}

function closed(from: string, to: string): NativeConstraint[] {
  return [
    { comparator: '>=', version: from },
    { comparator: '<=', version: to },
  ];
}

export function expandNpmTerm({ operator, version: written }: Term): NativeConstraint[] | undefined {
  const version = written.replace(/^[vV]/, '');
  if (wildcard.test(version)) return expandWildcard(operator, version);
  const numbers = numbersOf(version);
  if (numbers.length === 0) return undefined;
  if (operator === '^') return halfOpen(version, padded(bump(numbers, significantCount(numbers))));
  if (operator === '~' || operator === '~>')
    return halfOpen(version, padded(bump(numbers, Math.min(numbers.length, 2))));
  return undefined;
}

function expandWildcard(operator: string, version: string): NativeConstraint[] {
  const numbers = numbersOf(version);
  if (numbers.length === 0) return everything;
  const from = padded(numbers.join('.'));
  const next = padded(bump(numbers, numbers.length));
  if (operator === '<') return [{ comparator: '<', version: from }];
  if (operator === '<=') return [{ comparator: '<', version: next }];
  if (operator === '>') return [{ comparator: '>=', version: next }];
  return halfOpen(from, next);
}

function padded(numbers: string): string {
  return [...numbers.split('.'), '0', '0'].slice(0, 3).join('.');
}
