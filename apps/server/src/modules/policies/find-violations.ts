import { CelEvaluationError, CelLimitError } from '@tallyman/cel';
import type { ComponentSubject } from './conditions/condition.ts';
import { type prepareCondition, violationTypeOf } from './conditions/prepare-condition.ts';
import type { LoadedGround } from './load-ground.ts';
import type { ConditionRow, PolicyRow } from './policy.ts';
import type { FoundViolation } from './violation-store.ts';
import { visitPatiently } from './visit-patiently.ts';

/** A condition that is ready to be evaluated, or why it cannot be. */
export type Prepare = (condition: ConditionRow) => ReturnType<typeof prepareCondition>;

export interface PolicyFindings {
  readonly found: readonly FoundViolation[];
  /** What could not be found out, because it took too much. */
  readonly unknown: readonly FoundViolation[];
  /** Why conditions could not be evaluated; null where they could. */
  readonly errors: ReadonlyMap<number, string | null>;
}

/**
 * Who violates which conditions. ANY: each condition for itself. ALL: only together, so a condition that cannot be
 * evaluated keeps the whole policy from firing. What goes wrong in one condition is told of that condition alone.
 */
export async function findViolations(
  policies: readonly PolicyRow[],
  subjects: readonly ComponentSubject[],
  ground: LoadedGround,
  prepare: Prepare,
): Promise<PolicyFindings> {
  const found: FoundViolation[] = [];
  const unknown: FoundViolation[] = [];
  const errors = new Map<number, string | null>();
  for (const policy of policies) {
    const violators: Violators[] = [];
    for (const condition of policy.conditions) {
      const result = await violatorsOf(condition, subjects, ground, prepare);
      errors.set(condition.id, result.error ?? null);
      violators.push(result);
    }
    for (const { condition, certain, possible } of policy.operator === 'ALL'
      ? together(violators)
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
  /** Those as well of which it is not known. */
  readonly possible: ReadonlySet<number>;
  readonly error?: string;
}

/** A condition that has no value for a component is not violated by it; one that was stopped may be. */
async function violatorsOf(
  condition: ConditionRow,
  subjects: readonly ComponentSubject[],
  ground: LoadedGround,
  prepare: Prepare,
): Promise<Violators> {
  const prepared = prepare(condition);
  if ('error' in prepared)
    return { condition, certain: new Set(), possible: new Set(), error: prepared.error };
  const certain = new Set<number>();
  let error: string | undefined;
  let isStopped = false;
  const { seen, isLate } = await visitPatiently(subjects, (subject) => {
    try {
      if (prepared.test(subject, ground)) certain.add(subject.component.id);
    } catch (failure) {
      if (!(failure instanceof CelEvaluationError || failure instanceof CelLimitError)) throw failure;
      error ??= failure.message;
      isStopped = failure instanceof CelLimitError;
    }
    return !isStopped;
  });
  if (isLate) error ??= `it takes too long: stopped after ${seen} of ${subjects.length} components`;
  const unseen = subjects.slice(isStopped ? seen - 1 : seen).map(({ component }) => component.id);
  return { condition, certain, possible: new Set([...certain, ...unseen]), ...(error && { error }) };
}

function together(violators: readonly Violators[]): Violators[] {
  const certain = intersection(violators.map((each) => each.certain));
  const possible = intersection(violators.map((each) => each.possible));
  return violators.map((each) => ({ ...each, certain, possible }));
}

function intersection(sets: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  const [first = new Set<number>(), ...others] = sets;
  return new Set([...first].filter((id) => others.every((set) => set.has(id))));
}
