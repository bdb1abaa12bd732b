import { keyOf } from '../findings/decision.ts';
import type { PolicyVerdict } from './evaluate-policies.ts';
import type { FindingSubject } from './finding-index.ts';
import type { FindingRow } from './finding-store.ts';
import type { VulnPolicyRow } from './vuln-policy.ts';

export interface Assignment {
  readonly decided: ReadonlyMap<VulnPolicyRow, readonly FindingRow[]>;
  /** Those on which a policy had decided and none does any more. */
  readonly undecided: readonly FindingRow[];
}

/**
 * Who decides on which finding: the first by rank that applies. Policies that only log take no part, so they never
 * stand before one that applies. Where the policy that decided cannot be evaluated now, its decision stays.
 */
export function assignPolicies(
  verdicts: readonly PolicyVerdict<VulnPolicyRow>[],
  subjects: readonly FindingSubject[],
): Assignment {
  const applying = verdicts.filter(({ policy }) => policy.operationMode === 'APPLY');
  const taken = new Set<FindingSubject>();
  const decided = new Map<VulnPolicyRow, FindingRow[]>();
  for (const { policy, matched } of applying) {
    const findings = matched.filter((subject) => !taken.has(subject));
    for (const subject of findings) taken.add(subject);
    if (findings.length > 0)
      decided.set(
        policy,
        findings.map(({ row }) => row),
      );
  }
  const uncertain = new Set(
    applying.flatMap(({ policy, failed }) => failed.map(({ row }) => `${keyOf(row)} ${policy.name}`)),
  );
  const undecided = subjects
    .filter((subject) => !taken.has(subject) && subject.row.decidedBy === 'POLICY')
    .map(({ row }) => row)
    .filter((row) => !uncertain.has(`${keyOf(row)} ${row.policy}`));
  return { decided, undecided };
}
