import { CelEvaluationError, CelLimitError } from '@tallyman/cel';
import type { ComponentSubject } from './conditions/condition.ts';
import type { KnownLicenses } from './conditions/license-conditions.ts';
import { prepareCondition, violationTypeOf } from './conditions/prepare-condition.ts';
import type { LoadedGround } from './load-ground.ts';
import type { ConditionRow, PolicyRow } from './policy.ts';
import type { FoundViolation } from './violation-store.ts';

export interface PolicyFindings {
  readonly found: readonly FoundViolation[];
  /** Why conditions could not be evaluated; null where they could. */
  readonly errors: ReadonlyMap<number, string | null>;
}

/**
 * Who violates which conditions. ANY: each condition for itself. ALL: only together, so a condition that cannot be
 * evaluated keeps the whole policy from firing. What goes wrong in one condition is told of that condition alone.
 */
export function findViolations(
  policies: readonly PolicyRow[],
  subjects: readonly ComponentSubject[],
  ground: LoadedGround,
  licenses: KnownLicenses,
): PolicyFindings {
  const found: FoundViolation[] = [];
  const errors = new Map<number, string | null>();
  for (const policy of policies) {
    const violators = policy.conditions.map((condition) => {
      const result = violatorsOf(condition, subjects, ground, licenses);
      errors.set(condition.id, result.error ?? null);
      return { condition, components: result.components };
    });
    const together =
      policy.operator === 'ALL' ? intersection(violators.map(({ components }) => components)) : undefined;
    for (const { condition, components } of violators) {
      const type = violationTypeOf(condition.subject, condition.violationType);
      for (const componentId of together ?? components)
        found.push({ componentId, conditionId: condition.id, type });
    }
  }
  return { found, errors };
}

interface Violators {
  readonly components: ReadonlySet<number>;
  readonly error?: string;
}

function violatorsOf(
  condition: ConditionRow,
  subjects: readonly ComponentSubject[],
  ground: LoadedGround,
  licenses: KnownLicenses,
): Violators {
  const prepared = prepareCondition(condition, licenses);
  if ('error' in prepared) return { components: new Set(), error: prepared.error };
  const components = new Set<number>();
  let error: string | undefined;
  for (const subject of subjects) {
    try {
      if (prepared.test(subject, ground)) components.add(subject.component.id);
    } catch (failure) {
      if (!(failure instanceof CelEvaluationError || failure instanceof CelLimitError)) throw failure;
      error ??= failure.message;
      if (failure instanceof CelLimitError) break;
    }
  }
  return { components, ...(error !== undefined && { error }) };
}

function intersection(sets: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  const [first = new Set<number>(), ...others] = sets;
  return new Set([...first].filter((id) => others.every((set) => set.has(id))));
}
