import type { ApplyRules } from '../modules/analysis/analysis-context.ts';
import { formatFindingKey } from '../modules/findings/finding-key.ts';
import type { FindingChanges } from '../modules/findings/record-findings.ts';
import { applyToNewFindings } from '../modules/policies/apply-to-new-findings.ts';
import type { ApplyAllPolicies } from '../modules/policies/evaluate-changes.ts';
import { evaluatePolicies } from '../modules/policies/evaluate-policies.ts';
import { applyVulnPolicies, type SuppressedByPolicy } from '../modules/vuln-policies/apply-vuln-policies.ts';
import type { Context } from '../platform/context.ts';

/** Applies policies to changed findings. Passed to analysis, which does not know the policy modules. */
export function createRules({ log }: Pick<Context, 'log'>): ApplyRules {
  return async (tx, now, projectIds, changes) => {
    const suppressed = await applyToNewFindings(tx, projectIds, async () => {
      const decided = await applyVulnPolicies(tx, { now, log }, projectIds);
      await evaluatePolicies(tx, { now, log }, projectIds);
      return decided;
    });
    return suppressed.size > 0 ? withSuppressed(changes, suppressed) : changes;
  };
}

/** The same without changed findings. */
export function applyAllPolicies({ log }: Pick<Context, 'log'>): ApplyAllPolicies {
  return async (tx, now, projectIds) => {
    await applyVulnPolicies(tx, { now, log }, projectIds);
    await evaluatePolicies(tx, { now, log }, projectIds);
  };
}

function withSuppressed(
  { appeared, retracted }: FindingChanges,
  suppressed: SuppressedByPolicy,
): FindingChanges {
  const mark = <Finding extends FindingChanges['retracted'][number]>(finding: Finding): Finding =>
    suppressed.has(formatFindingKey(finding)) ? { ...finding, isSuppressed: true } : finding;
  return { appeared: appeared.map(mark), retracted };
}
