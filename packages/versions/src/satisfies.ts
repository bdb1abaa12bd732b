import { compare } from './compare.ts';
import { splitAlternatives, splitTerms, type Term } from './native/split-range.ts';
import type { Scheme } from './scheme.ts';
import { isReadable } from './sort-key.ts';

/** A scheme, `fuzzy` for versions of no known one, `kb` for identifiers that are equal or not. */
export type ConstraintFormat = Scheme | 'fuzzy' | 'kb';

const quotes = /^'(.*)'$/s;
const explicitEpoch = /^([0-9]+):/;

/**
 * Whether a version fulfils a constraint as vulnerability databases write them: `,` for and, `||` for or, `<`, `<=`,
 * `=`, `!=`, `>=`, `>` before a version, `=` where there is none. An empty constraint is fulfilled by every version, one
 * that cannot be read by none. Never throws.
 */
export function satisfies(format: ConstraintFormat, version: string, constraint: string): boolean {
  if (constraint.trim() === '') return true;
  return splitAlternatives(constraint).some((alternative) => {
    const terms = splitTerms(alternative);
    return terms?.every((term) => holds(format, version, term)) ?? false;
  });
}

function holds(format: ConstraintFormat, version: string, { operator, version: written }: Term): boolean {
  const bound = quotes.exec(written)?.[1] ?? written;
  if (format === 'kb') return operator.replace(/=/g, '') === '' && version === bound;
  const relation = relate(format === 'fuzzy' ? 'generic-nvd' : format, version, bound);
  switch (operator) {
    case '':
    case '=':
    case '==':
      return relation === 0;
    case '!=':
      return relation !== 0;
    case '<':
      return relation < 0;
    case '<=':
      return relation <= 0;
    case '>':
      return relation > 0;
    case '>=':
      return relation >= 0;
    default:
      return false;
  }
}

function relate(scheme: Scheme, version: string, bound: string): number {
  if (!isReadable(scheme, version) || !isReadable(scheme, bound))
    return compare('generic-nvd', version, bound);
  if (scheme === 'rpm') return relateRpm(version, bound);
  if (scheme === 'pypi' && !bound.includes('+')) return compare(scheme, withoutLocal(version), bound);
  return compare(scheme, version, bound);
}

/**
 * Databases leave epochs out where packages have them, and the other way round: they count only where both sides name
 * one. Zeros at the end of a release count for nothing.
 */
function relateRpm(version: string, bound: string): number {
  const both = explicitEpoch.test(version) && explicitEpoch.test(bound);
  const comparable = (text: string) => withoutTrailingZeros(both ? text : text.replace(explicitEpoch, ''));
  return compare('rpm', comparable(version), comparable(bound));
}

function withoutTrailingZeros(text: string): string {
  let end = text.length;
  for (let i = end - 1; i > 0; i--) {
    const character = text.charAt(i);
    if (character === '.' && i < end - 1) end = i;
    else if (character !== '0') break;
  }
  return text.slice(0, end);
}

/** PEP 440: a specifier without a local version ignores that of the candidate. */
function withoutLocal(version: string): string {
  return version.split('+', 1)[0] ?? version;
}
