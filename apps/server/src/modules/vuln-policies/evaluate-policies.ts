import { CelEvaluationError, CelLimitError, Timestamp } from '@tallyman/cel';
import type { LoadedGround } from '../policies/load-ground.ts';
import { visitPatiently } from '../policies/visit-patiently.ts';
import type { FindingIndex, FindingSubject } from './finding-index.ts';
import type { PreparedPolicy } from './prepare-policies.ts';
import type { PolicyDraft } from './vuln-policy.ts';

/** What a policy says about the findings of a project. */
export interface PolicyVerdict<Policy extends PolicyDraft> {
  readonly policy: Policy;
  readonly matched: readonly FindingSubject[];
  /** Findings on which the condition has no value, or was stopped. */
  readonly failed: readonly FindingSubject[];
  readonly error?: string;
}

/**
 * Holds policies against findings, each for itself: what goes wrong in one is part of its verdict, and one that takes
 * too much is not tried on the other findings of the project.
 */
export async function evaluatePolicies<Policy extends PolicyDraft>(
  prepared: readonly PreparedPolicy<Policy>[],
  ground: LoadedGround,
  index: FindingIndex,
): Promise<PolicyVerdict<Policy>[]> {
  const verdicts: PolicyVerdict<Policy>[] = [];
  for (const policy of prepared) verdicts.push(await evaluatePolicy(policy, ground, index));
  return verdicts;
}

async function evaluatePolicy<Policy extends PolicyDraft>(
  { policy, program, error: broken, narrowing }: PreparedPolicy<Policy>,
  ground: LoadedGround,
  index: FindingIndex,
): Promise<PolicyVerdict<Policy>> {
  const candidates = index.candidates(narrowing);
  if (!program) return { policy, matched: [], failed: candidates, ...(broken && { error: broken }) };
  const matched: FindingSubject[] = [];
  const failed: FindingSubject[] = [];
  const now = Timestamp.ofDate(ground.now);
  let error: string | undefined;
  const { seen, isLate } = await visitPatiently(candidates, (subject) => {
    const { component, vuln } = subject;
    try {
      if (program.evaluate({ component, vuln, project: ground.project, now }, ground) === true)
        matched.push(subject);
      return true;
    } catch (failure) {
      if (!(failure instanceof CelEvaluationError || failure instanceof CelLimitError)) throw failure;
      error ??= failure.message;
      failed.push(subject);
      return !(failure instanceof CelLimitError);
    }
  });
  if (isLate) error ??= `it takes too long: stopped after ${seen} of ${candidates.length} findings`;
  failed.push(...candidates.slice(seen));
  return { policy, matched, failed, ...(error !== undefined && { error }) };
}
