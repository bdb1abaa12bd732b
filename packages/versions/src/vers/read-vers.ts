import { decodeVersionLeniently } from './percent-encoding.ts';
import { schemeOfVersType } from './scheme-of-vers-type.ts';
import { sortConstraints } from './sort-constraints.ts';
import { anyVersion, type Comparator, type Vers, type VersConstraint } from './vers.ts';

const shape = /^vers:([a-z][a-z0-9.-]*)\/(.+)$/is;
const sign = /^(?:[<>!=]=|[<>=])/;

/**
 * Reads a version range specifier that need not be canonical: blanks, empty constraints, a leading `=`, any order,
 * repetitions. Undefined if it is none at all.
 */
export function readVers(text: string): Vers | undefined {
  const [, type, rest] = shape.exec(text.replace(/\s+/g, '')) ?? [];
  if (type === undefined || rest === undefined) return undefined;
  const scheme = type.toLowerCase();
  const order = schemeOfVersType(scheme);
  const parts = rest.split('|').filter((part) => part !== '');
  if (parts.includes('*')) return { scheme, order, constraints: anyVersion };
  const constraints = parts.map(readConstraint).filter(({ version }) => version !== '');
  if (constraints.length === 0) return undefined;
  return { scheme, order, constraints: sortConstraints(order, distinct(constraints)) };
}

function readConstraint(text: string): VersConstraint {
  const written = sign.exec(text)?.[0] ?? '';
  const comparator = written === '' || written === '==' ? '=' : written;
  return {
    comparator: comparator as Comparator,
    version: decodeVersionLeniently(text.slice(written.length)),
  };
}

function distinct(constraints: readonly VersConstraint[]): VersConstraint[] {
  const seen = new Map(
    constraints.map((constraint) => [`${constraint.comparator}${constraint.version}`, constraint]),
  );
  return [...seen.values()];
}
