import { compare } from '../compare.ts';
import type { Scheme } from '../scheme.ts';
import { decodeVersion } from './percent-encoding.ts';
import { schemeOfVersType } from './scheme-of-vers-type.ts';
import { anyVersion, type Comparator, type Vers, type VersConstraint, VersError } from './vers.ts';

const shape = /^vers:([^/]*)\/(.*)$/s;
const typeName = /^[a-z][a-z0-9.-]*$/;
const sign = /^(?:[<>!]=|[<>])/;

/** Reserved for examples and tests: no order is defined for them, so none is asked for. */
const unorderedTypes: ReadonlySet<string> = new Set(['example', 'test']);
/** Reserved as never valid. */
const invalidType = 'invalid';
/** Only `*` makes sense with them. */
const wildcardTypes: ReadonlySet<string> = new Set(['all', 'none']);

/**
 * Reads a canonical version range specifier (VERS specification, clause 5): constraints sorted by version, each version
 * once, lower and upper bounds in turn. Throws a `VersError` for everything else; `canonicalVers` brings text into this
 * form.
 */
export function parseVers(text: string): Vers {
  if (/\s/.test(text)) throw nonCanonical('whitespace is not permitted');
  const [, scheme = '', constraints = ''] = shape.exec(text) ?? [];
  if (!typeName.test(scheme) || scheme === invalidType) {
    throw new VersError(`invalid VERS: '${text.slice(0, 100)}' does not start with 'vers:<type>/'`);
  }
  const order = schemeOfVersType(scheme);
  if (constraints === '*') return { scheme, order, constraints: anyVersion };
  if (wildcardTypes.has(scheme)) throw new VersError(`invalid VERS: the type '${scheme}' allows only '*'`);

  const parsed = splitConstraints(constraints).map(parseConstraint);
  if (!unorderedTypes.has(scheme)) checkSorted(order, parsed);
  checkAlternation(parsed);
  return { scheme, order, constraints: parsed };
}

function splitConstraints(text: string): string[] {
  if (text === '') throw new VersError('invalid VERS: there are no constraints');
  if (text.startsWith('|')) throw nonCanonical('leading pipe is not permitted');
  if (text.endsWith('|')) throw nonCanonical('trailing pipe is not permitted');
  if (text.includes('||')) throw nonCanonical('consecutive pipes are not permitted');
  return text.split('|');
}

function parseConstraint(text: string): VersConstraint {
  const comparator = (sign.exec(text)?.[0] ?? '=') as Comparator;
  const version = comparator === '=' ? text : text.slice(comparator.length);
  if (version.startsWith('=')) throw nonCanonical("a leading '=' is not permitted");
  if (version === '') throw new VersError('invalid VERS: a version is empty');
  if (/[<>=!*]/.test(version)) throw nonCanonical('a reserved character in a version is not percent-encoded');
  if (/[^!-~]/.test(version)) throw nonCanonical('a character outside of ASCII is not percent-encoded');
  return { comparator, version: decodeVersion(version) };
}

function checkSorted(order: Scheme, constraints: readonly VersConstraint[]): void {
  for (const [index, current] of constraints.entries()) {
    const previous = constraints[index - 1];
    const relation = previous ? compare(order, previous.version, current.version) : -1;
    if (relation > 0) throw nonCanonical('constraints are not sorted by version');
    if (relation === 0) throw nonCanonical('versions are not unique');
  }
}

/** Clause 5.4: apart from `!=`, a bound that opens upwards is followed by one that closes, and the other way round. */
function checkAlternation(constraints: readonly VersConstraint[]): void {
  let previous: Comparator | undefined;
  for (const { comparator } of constraints) {
    if (comparator === '!=') continue;
    const closes = comparator.startsWith('<');
    const mustClose = previous?.startsWith('>') ?? false;
    if (previous !== undefined && closes !== mustClose) {
      throw new VersError(`invalid VERS: '${comparator}' may not follow '${previous}'`);
    }
    previous = comparator;
  }
}

function nonCanonical(reason: string): VersError {
  return new VersError(`non-canonical VERS: ${reason}`);
}
