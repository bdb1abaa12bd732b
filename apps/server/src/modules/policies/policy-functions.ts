import {
  BOOL,
  type Evaluation,
  evaluationError,
  func,
  listOf,
  messageType,
  method,
  type Overload,
  STRING,
} from '@tallyman/cel';
import { versContains } from '@tallyman/versions';
import { findComparison } from './comparison.ts';
import { type ComponentFilter, toComponentTest } from './component-filter.ts';
import { licenseExpressionAllows, licenseExpressionRequiresAny } from './license-rules.ts';
import { compareAge, findPeriod } from './period.ts';
import type { PolicyContext } from './policy-context.ts';
import {
  COMPONENT,
  type PolicyComponent,
  type PolicyProject,
  PROJECT,
  VERSION_DISTANCE,
} from './policy-messages.ts';
import { compareDistance, type ExpectedDistance, findDistance } from './version-distance.ts';

const component = messageType(COMPONENT);
const project = messageType(PROJECT);

function contextOf(evaluation: Evaluation): PolicyContext {
  if (!evaluation.data) throw evaluationError('the project is unknown');
  return evaluation.data as PolicyContext;
}

/** Cached per project and filter: a filter of constants is the same object in every evaluation. */
interface Matches {
  readonly matching: ReadonlySet<number>;
  below?: ReadonlySet<number>;
  exclusive?: ReadonlySet<number>;
}

const cache = new WeakMap<PolicyContext, WeakMap<ComponentFilter, Matches>>();

function matchesOf(evaluation: Evaluation, filter: ComponentFilter): Matches {
  const context = contextOf(evaluation);
  const known = cache.get(context) ?? new WeakMap<ComponentFilter, Matches>();
  cache.set(context, known);
  const found = known.get(filter);
  if (found) return found;
  evaluation.spendOn(context.components.size);
  const test = toComponentTest(filter);
  const matching = [...context.components.values()].filter(test).map(({ id }) => id);
  const matches: Matches = { matching: new Set(matching) };
  known.set(filter, matches);
  return matches;
}

function isBelow(evaluation: Evaluation, { id }: PolicyComponent, filter: ComponentFilter): boolean {
  const matches = matchesOf(evaluation, filter);
  matches.below ??= contextOf(evaluation).graph.descendantsOf(matches.matching);
  return matches.below.has(id);
}

function isExclusivelyBelow(
  evaluation: Evaluation,
  { id }: PolicyComponent,
  filter: ComponentFilter,
): boolean {
  const matches = matchesOf(evaluation, filter);
  matches.exclusive ??= contextOf(evaluation).graph.exclusiveTo(matches.matching);
  return matches.exclusive.has(id);
}

const graphFunctions: Overload[] = [
  method(
    'depends_on',
    project,
    [component],
    BOOL,
    (evaluation, _project: PolicyProject, filter: ComponentFilter) =>
      matchesOf(evaluation, filter).matching.size > 0,
  ),
  method('is_dependency_of', component, [component], BOOL, isBelow),
  method('is_exclusive_dependency_of', component, [component], BOOL, isExclusivelyBelow),
  method(
    'is_direct_dependency_of',
    component,
    [component],
    BOOL,
    (evaluation, { id }: PolicyComponent, filter: ComponentFilter) => {
      const { matching } = matchesOf(evaluation, filter);
      return contextOf(evaluation)
        .graph.parentsOf(id)
        .some((parent) => matching.has(parent));
    },
  ),
];

const inRange = (_: Evaluation, { version }: PolicyComponent | PolicyProject, range: string): boolean =>
  Boolean(version) && versContains(range, version ?? '');

/** Constant arguments are checked when the policy is saved. */
function requireComparison([, operator]: readonly unknown[]): void {
  if (typeof operator === 'string' && !findComparison(operator)) {
    throw evaluationError(`'${operator}' is not a comparison: use >, >=, ==, !=, <= or <`);
  }
}

function requireRange([, range]: readonly unknown[]): void {
  if (typeof range === 'string' && !/^vers:[^/]+\/./.test(range)) {
    throw evaluationError(`'${range}' is not a range of versions: write vers:<scheme>/<constraints>`);
  }
}

function requirePeriod(args: readonly unknown[]): void {
  requireComparison(args);
  const period = args[2];
  if (typeof period === 'string' && !findPeriod(period)) throw evaluationError(`'${period}' is not a period`);
}

function hasAge(
  evaluation: Evaluation,
  { published_at }: PolicyComponent,
  op: string,
  text: string,
): boolean {
  const [holds, period] = [findComparison(op), findPeriod(text)];
  if (!holds || !period || !published_at) return false;
  return holds(compareAge(published_at, period, contextOf(evaluation).now));
}

/** "Only direct dependencies can be true." */
function hasDistance(
  evaluation: Evaluation,
  subject: PolicyComponent,
  operator: string,
  expected: ExpectedDistance,
): boolean {
  const holds = findComparison(operator);
  if (!holds || !subject.version || !subject.latest_version) return false;
  if (!contextOf(evaluation).graph.isDirect(subject)) return false;
  const distance = findDistance(subject.version, subject.latest_version);
  const order = distance && compareDistance(distance, expected);
  return order !== undefined && holds(order);
}

const PACKAGE_HASHES = ['md5', 'sha1', 'sha256', 'sha512'] as const;

function hasHashMismatch(_: Evaluation, subject: PolicyComponent): boolean {
  return PACKAGE_HASHES.some((name) => {
    const [ours, theirs] = [subject[name], subject[`package_artifact_${name}`]];
    return Boolean(ours) && Boolean(theirs) && String(ours).toLowerCase() !== String(theirs).toLowerCase();
  });
}

const distance = messageType(VERSION_DISTANCE);

export const POLICY_FUNCTIONS: readonly Overload[] = [
  ...graphFunctions,
  { ...method('matches_range', component, [STRING], BOOL, inRange), inspect: requireRange },
  { ...method('matches_range', project, [STRING], BOOL, inRange), inspect: requireRange },
  { ...method('compare_age', component, [STRING, STRING], BOOL, hasAge), inspect: requirePeriod },
  ...['version_distance', 'compare_version_distance'].map((name) => ({
    ...method(name, component, [STRING, distance], BOOL, hasDistance),
    inspect: requireComparison,
  })),
  method('has_package_artifact_hash_mismatch', component, [], BOOL, hasHashMismatch),
  func('spdx_expr_allows', [STRING, listOf(STRING)], BOOL, (evaluation, text: string, ids: string[]) => {
    evaluation.spendOn(text.length * (ids.length + 1));
    return licenseExpressionAllows(text, ids);
  }),
  func(
    'spdx_expr_requires_any',
    [STRING, listOf(STRING)],
    BOOL,
    (evaluation, text: string, ids: string[]) => {
      evaluation.spendOn(text.length * (ids.length + 1));
      return licenseExpressionRequiresAny(text, ids);
    },
  ),
];
