import { CelEvaluationError, compilePattern, type Pattern } from '@tallyman/cel';
import { compare } from '@tallyman/versions';
import { toCpeName, toCpeSpellings } from '../../portfolio/identifiers/cpe-name.ts';
import { findComparison } from '../comparison.ts';
import {
  type Condition,
  ConditionError,
  type ConditionTest,
  equality,
  matching,
  readMembers,
} from './condition.ts';

/** RE2. Matches anywhere in the text. */
function readPattern(text: string): Pattern {
  try {
    return compilePattern(text);
  } catch (error) {
    if (error instanceof CelEvaluationError) throw new ConditionError(error.message);
    throw error;
  }
}

/** CPE 2.2 and 2.3 spellings of one name are equal, in the condition and in the component. */
export function cpeCondition(condition: Condition): ConditionTest {
  const pattern = readPattern(condition.value);
  const expected = toCpeName(condition.value);
  return matching(condition, ({ component }) => {
    const cpe = component.cpe ?? '';
    return (
      toCpeSpellings(cpe).some((name) => pattern.find(name)) || (cpe !== '' && toCpeName(cpe) === expected)
    );
  });
}

export function patternCondition(field: 'purl' | 'swid_tag_id') {
  return (condition: Condition): ConditionTest => {
    const pattern = readPattern(condition.value);
    return matching(condition, ({ component }) => pattern.find(component[field] ?? ''));
  };
}

/** Generic order. Leading letters count, and come after numbers. */
function compareVersions(left: string, right: string): number {
  const [a, b] = [left, right].map((version) => /^[a-z]*/i.exec(version)?.[0].toLowerCase() ?? '') as [
    string,
    string,
  ];
  if (a !== b) return a < b ? -1 : 1;
  return compare('generic-nvd', left.slice(a.length), right.slice(b.length));
}

/**
 * Compares versions in generic order. A version that ends with `*` is the first of its series for `<`, `<=`, `>` and `>=`
 * (`<= 0.4.*` holds for 0.4 and 0.4.0, not for 0.4.2), and the whole series for `==` and `!=`.
 */
function versionTest(operator: string, expected: string): (version: string) => boolean {
  const holds = findComparison(operator);
  if (!holds) throw new ConditionError(`${operator} cannot compare versions.`);
  const prefix = expected.replace(/[.-]?\*+$/, '');
  const isOrdering = holds(0) === holds(-1) || holds(0) === holds(1);
  if (prefix === expected || isOrdering) return (version) => holds(compareVersions(version, prefix));
  return (version) => holds(isInSeries(version, prefix) ? 0 : 1);
}

/** `0.40` starts with `0.4` but is not in its series. */
function isInSeries(version: string, prefix: string): boolean {
  return version.startsWith(prefix) && !/^\d\d$/.test(version.slice(prefix.length - 1).slice(0, 2));
}

export function versionCondition(condition: Condition): ConditionTest {
  if (!condition.operator.startsWith('NUMERIC_')) {
    throw new ConditionError(`VERSION has no operator ${condition.operator}.`);
  }
  const test = versionTest(condition.operator, condition.value.trim());
  return ({ component }) => Boolean(component.version) && test(component.version ?? '');
}

const COORDINATES = ['group', 'name', 'version'] as const;
const COMPARED = /^(>=|<=|==|!=|>|<)\s*(.*)$/s;

/** `{"group": …, "name": …, "version": …}`: `*` is any text, a version may start with a comparison. */
export function coordinatesCondition(condition: Condition): ConditionTest {
  const members = readMembers(condition);
  const tests = COORDINATES.flatMap((field) => {
    const expected = members[field];
    if (expected === undefined) return [];
    const test = field === 'version' ? toVersionTest(expected) : toTextTest(expected);
    return [{ field, test }];
  });
  if (tests.length === 0) throw new ConditionError('COORDINATES needs a group, a name or a version.');
  return matching(condition, ({ component }) =>
    tests.every(({ field, test }) => test(component[field] ?? '')),
  );
}

function toVersionTest(expected: string): (text: string) => boolean {
  const compared = COMPARED.exec(expected.trim());
  return compared ? versionTest(compared[1] ?? '', compared[2]?.trim() ?? '') : toTextTest(expected);
}

function toTextTest(expected: string): (text: string) => boolean {
  const pattern = readPattern(expected.replaceAll(/(?<!\.)\*/g, '.*'));
  return (text) => pattern.find(text);
}

/** `SHA-256`, `sha256` and `SHA_256` name the same algorithm. */
function hashName(algorithm: string): string {
  const name = algorithm.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const parts = /^(sha3|blake2b|streebog)(\d{3})$/.exec(name);
  return parts ? `${parts[1]}_${parts[2]}` : name;
}

export function hashCondition(condition: Condition): ConditionTest {
  const { algorithm, value } = readMembers(condition);
  if (!algorithm || !value) throw new ConditionError('COMPONENT_HASH needs an algorithm and a value.');
  const [name, expected] = [hashName(algorithm), value.trim().toLowerCase()];
  return equality(condition, ({ component }) => component.hashes?.[name]?.toLowerCase() === expected);
}

export function internalCondition(condition: Condition): ConditionTest {
  const expected = condition.value.trim().toLowerCase();
  if (expected !== 'true' && expected !== 'false')
    throw new ConditionError('IS_INTERNAL needs true or false.');
  return equality(condition, ({ component }) => Boolean(component.is_internal) === (expected === 'true'));
}
