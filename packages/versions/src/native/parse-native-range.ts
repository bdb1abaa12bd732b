import { type Vers, VersError } from '../vers/vers.ts';
import { coerceSemver } from './coerce-semver.ts';
import { parseComparators } from './comparators.ts';
import { parseComposerRange } from './composer-range.ts';
import { parseConanRange } from './conan-range.ts';
import { parseGemRange } from './gem-range.ts';
import { parseIntervalRange } from './interval-range.ts';
import { type NativeConstraint, toVers } from './native-constraint.ts';
import { parseNginxRange } from './nginx-range.ts';
import { normalizePypi } from './normalize-pypi.ts';
import { parseNpmRange } from './npm-range.ts';
import { parsePypiRange } from './pypi-range.ts';

interface Notation {
  readonly parse: (range: string) => NativeConstraint[] | undefined;
  /** How versions are spelled in the range specifier. */
  readonly spell: (version: string) => string;
}

const asWritten = (version: string): string => version;

const notations: ReadonlyMap<string, Notation> = new Map<string, Notation>([
  ['cargo', { parse: parseNpmRange, spell: asWritten }],
  ['composer', { parse: parseComposerRange, spell: coerceSemver }],
  ['conan', { parse: parseConanRange, spell: asWritten }],
  ['gem', { parse: parseGemRange, spell: asWritten }],
  ['golang', { parse: parseComparators, spell: coerceSemver }],
  ['maven', { parse: parseIntervalRange, spell: asWritten }],
  ['nginx', { parse: parseNginxRange, spell: asWritten }],
  ['npm', { parse: parseNpmRange, spell: coerceSemver }],
  ['nuget', { parse: parseIntervalRange, spell: asWritten }],
  ['pypi', { parse: parsePypiRange, spell: normalizePypi }],
]);

/** `3.0.0, 1.0.1b` and `>=1.0,<2.0||=3.0` for everyone else. */
const otherNotation: Notation = { parse: (range) => parseComparators(range), spell: asWritten };

/**
 * Reads a range as the ecosystem writes it into a range specifier of that type. Throws a `VersError` if it cannot.
 *
 * Specifiers of npm, Go and Composer spell their versions as semantic versions, in which Composer's fourth number is
 * lost to comparison; `satisfies` evaluates the range as written.
 */
export function parseNativeRange(type: string, range: string): Vers {
  const { parse, spell } = notations.get(type) ?? otherNotation;
  const constraints = parse(range);
  if (!constraints) throw new VersError(`'${range.slice(0, 100)}' is no range of ${type}`);
  return toVers(type, constraints, spell);
}
