import type { ApplyRules } from '../modules/analysis/analysis-context.ts';
import { formatFindingKey } from '../modules/findings/finding-key.ts';
import type { FindingChanges } from '../modules/findings/record-findings.ts';
import { evaluatePolicies } from '../modules/policies/evaluate-policies.ts';
import type { HoldRules } from '../modules/policies/policies-jobs.ts';
import { applyToUnseenFindings } from '../modules/portfolio/policy-rechecks.ts';
import { applyVulnPolicies, type SuppressedByPolicy } from '../modules/vuln-policies/apply-vuln-policies.ts';
import type { Context } from '../platform/context.ts';

/** The policies, as analysis sees them: it does not know that there are any. */
export function createRules({ log }: Pick<Context, 'log'>): ApplyRules {
  return async (tx, now, projectIds, changes) => {
    const suppressed = await applyToUnseenFindings(tx, projectIds, async () => {
      const decided = await applyVulnPolicies(tx, { now, log }, projectIds);
      await evaluatePolicies(tx, { now, log }, projectIds);
      return decided;
    });
    return suppressed.size > 0 ? withSuppressed(changes, suppressed) : changes;
  };
}

/** The same where no analysis has changed anything. */
export function holdRules({ log }: Pick<Context, 'log'>): HoldRules {
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
