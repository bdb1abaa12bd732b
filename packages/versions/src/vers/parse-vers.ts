import { decodeVersion } from './percent-encoding.ts';
import { schemeOfVersType } from './scheme-of-vers-type.ts';
import { sortConstraints } from './sort-constraints.ts';
import { anyVersion, type Comparator, type Vers, type VersConstraint } from './vers.ts';

const shape = /^vers:([a-z][a-z0-9.-]*)\/(.+)$/is;
const sign = /^(?:[<>!=]=|[<>=])/;

/**
 * Parses a version range specifier. It need not be canonical: spaces, empty constraints, a leading `=`, any order and
 * repetitions are allowed. Returns undefined if the text is not a version range specifier.
 */
export function parseVers(text: string): Vers | undefined {
  const [, type, rest] = shape.exec(text.replace(/\s+/g, '')) ?? [];
  if (type === undefined || rest === undefined) return undefined;
  const scheme = type.toLowerCase();
  const order = schemeOfVersType(scheme);
  const parts = rest.split('|').filter((part) => part !== '');
  if (parts.includes('*')) return { scheme, order, constraints: anyVersion };
  const constraints = parts.map(parseConstraint).filter(({ version }) => version !== '');
  if (constraints.length === 0) return undefined;
  return { scheme, order, constraints: sortConstraints(order, distinct(constraints)) };
}

function parseConstraint(text: string): VersConstraint {
  const written = sign.exec(text)?.[0] ?? '';
  const comparator = written === '' || written === '==' ? '=' : written;
  return {
    comparator: comparator as Comparator,
    version: decodeVersion(text.slice(written.length)),
  };
}

function distinct(constraints: readonly VersConstraint[]): VersConstraint[] {
  const seen = new Map(
    constraints.map((constraint) => [`${constraint.comparator}${constraint.version}`, constraint]),
  );
  return [...seen.values()];
}
