import { CelEvaluationError, CelLimitError, Timestamp } from '@tallyman/cel';
import type { ProjectContext } from '../policies/load-project-contexts.ts';
import { visitInBatches } from '../policies/visit-in-batches.ts';
import type { FindingIndex, FindingSubject } from './finding-index.ts';
import type { PreparedPolicy } from './prepare-policy.ts';
import type { PolicyDraft } from './vuln-policy.ts';

/** The result of a policy in a project. */
export interface PolicyVerdict<Policy extends PolicyDraft> {
  readonly policy: Policy;
  readonly matched: readonly FindingSubject[];
  /** Findings on which the condition failed or was stopped. */
  readonly failed: readonly FindingSubject[];
  readonly error?: string;
}

/**
 * Evaluates each policy on the findings of a project. An error is part of the verdict of its policy. A policy that exceeds
 * its limits is not evaluated on the remaining findings.
 */
export async function evaluateVulnPolicies<Policy extends PolicyDraft>(
  prepared: readonly PreparedPolicy<Policy>[],
  context: ProjectContext,
  index: FindingIndex,
): Promise<PolicyVerdict<Policy>[]> {
  const verdicts: PolicyVerdict<Policy>[] = [];
  for (const policy of prepared) verdicts.push(await evaluatePolicy(policy, context, index));
  return verdicts;
}

async function evaluatePolicy<Policy extends PolicyDraft>(
  { policy, program, error: broken, narrowing }: PreparedPolicy<Policy>,
  context: ProjectContext,
  index: FindingIndex,
): Promise<PolicyVerdict<Policy>> {
  const candidates = index.candidates(narrowing);
  if (!program) return { policy, matched: [], failed: candidates, ...(broken && { error: broken }) };
  const matched: FindingSubject[] = [];
  const failed: FindingSubject[] = [];
  const now = Timestamp.ofDate(context.now);
  let error: string | undefined;
  const { visited, isTimedOut } = await visitInBatches(candidates, (subject) => {
    const { component, vuln } = subject;
    try {
      if (program.evaluate({ component, vuln, project: context.project, now }, context) === true)
        matched.push(subject);
      return true;
    } catch (failure) {
      if (!(failure instanceof CelEvaluationError || failure instanceof CelLimitError)) throw failure;
      error ??= failure.message;
      failed.push(subject);
      return !(failure instanceof CelLimitError);
    }
  });
  if (isTimedOut) error ??= `it takes too long: stopped after ${visited} of ${candidates.length} findings`;
  failed.push(...candidates.slice(visited));
  return { policy, matched, failed, ...(error !== undefined && { error }) };
}
