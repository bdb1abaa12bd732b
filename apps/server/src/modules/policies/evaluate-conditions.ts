import { CelEvaluationError, CelLimitError } from '@tallyman/cel';
import type { ComponentSubject } from './conditions/condition.ts';
import { type prepareCondition, violationTypeOf } from './conditions/prepare-condition.ts';
import type { ProjectContext } from './load-project-contexts.ts';
import type { ConditionRow, PolicyRow } from './policy.ts';
import type { FoundViolation } from './violation-store.ts';
import { visitInBatches } from './visit-in-batches.ts';

/** Prepares a condition, see `prepareCondition`. */
export type Prepare = (condition: ConditionRow) => ReturnType<typeof prepareCondition>;

export interface PolicyFindings {
  readonly found: readonly FoundViolation[];
  /** Violations that may exist: their condition was stopped before it was evaluated. */
  readonly unknown: readonly FoundViolation[];
  /** Errors by condition id; null if it was evaluated. */
  readonly errors: ReadonlyMap<number, string | null>;
}

/**
 * Finds the components that violate policies. ANY: each condition counts by itself. ALL: a component must violate every
 * condition, so one that cannot be evaluated prevents all violations of the policy. An error concerns its condition only.
 */
export async function evaluateConditions(
  policies: readonly PolicyRow[],
  subjects: readonly ComponentSubject[],
  context: ProjectContext,
  prepare: Prepare,
): Promise<PolicyFindings> {
  const found: FoundViolation[] = [];
  const unknown: FoundViolation[] = [];
  const errors = new Map<number, string | null>();
  for (const policy of policies) {
    const violators: Violators[] = [];
    for (const condition of policy.conditions) {
      const result = await findViolators(condition, subjects, context, prepare);
      errors.set(condition.id, result.error ?? null);
      violators.push(result);
    }
    for (const { condition, certain, possible } of policy.operator === 'ALL'
      ? intersectAll(violators)
      : violators) {
      const type = violationTypeOf(condition.subject, condition.violationType);
      const violation = (componentId: number) => ({ componentId, conditionId: condition.id, type });
      found.push(...[...certain].map(violation));
      unknown.push(...[...possible].filter((id) => !certain.has(id)).map(violation));
    }
  }
  return { found, unknown, errors };
}

interface Violators {
  readonly condition: ConditionRow;
  readonly certain: ReadonlySet<number>;
  /** `certain`, and those that were not evaluated. */
  readonly possible: ReadonlySet<number>;
  readonly error?: string;
}

/** A component for which the condition fails does not violate it. One that was not reached may violate it. */
async function findViolators(
  condition: ConditionRow,
  subjects: readonly ComponentSubject[],
  context: ProjectContext,
  prepare: Prepare,
): Promise<Violators> {
  const prepared = prepare(condition);
  if ('error' in prepared)
    return { condition, certain: new Set(), possible: new Set(), error: prepared.error };
  const certain = new Set<number>();
  let error: string | undefined;
  let isStopped = false;
  const { visited, isTimedOut } = await visitInBatches(subjects, (subject) => {
    try {
      if (prepared.test(subject, context)) certain.add(subject.component.id);
    } catch (failure) {
      if (!(failure instanceof CelEvaluationError || failure instanceof CelLimitError)) throw failure;
      error ??= failure.message;
      isStopped = failure instanceof CelLimitError;
    }
    return !isStopped;
  });
  if (isTimedOut) error ??= `it takes too long: stopped after ${visited} of ${subjects.length} components`;
  const unvisited = subjects.slice(isStopped ? visited - 1 : visited).map(({ component }) => component.id);
  return { condition, certain, possible: new Set([...certain, ...unvisited]), ...(error && { error }) };
}

function intersectAll(violators: readonly Violators[]): Violators[] {
  const certain = intersection(violators.map((each) => each.certain));
  const possible = intersection(violators.map((each) => each.possible));
  return violators.map((each) => ({ ...each, certain, possible }));
}

function intersection(sets: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  const [first = new Set<number>(), ...others] = sets;
  return new Set([...first].filter((id) => others.every((set) => set.has(id))));
}
