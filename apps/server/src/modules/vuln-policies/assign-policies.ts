import type { FieldName } from '../findings/decision.ts';
import { type FindingKey, formatFindingKey } from '../findings/finding-key.ts';
import type { PolicyVerdict } from './evaluate-vuln-policies.ts';
import type { FindingSubject } from './finding-index.ts';
import type { FindingRow } from './policy-finding-store.ts';
import { toDecisionFields } from './to-decision-fields.ts';
import type { VulnPolicyRow } from './vuln-policy.ts';

export interface Assignment {
  readonly decided: ReadonlyMap<VulnPolicyRow, readonly FindingRow[]>;
  /** Decisions of policies that no longer match, or decide otherwise now. */
  readonly outdated: readonly OutdatedFinding[];
}

export interface OutdatedFinding extends FindingKey {
  readonly policy: string;
  /** The fields to reset; all of them if absent. */
  readonly fields?: readonly FieldName[];
}

/**
 * Assigns each finding to the first policy by rank that matches and has mode APPLY. Policies that only log do not take
 * part. If the policy that had decided cannot be evaluated now, its decision stays.
 */
export function assignPolicies(
  verdicts: readonly PolicyVerdict<VulnPolicyRow>[],
  subjects: readonly FindingSubject[],
): Assignment {
  const applying = verdicts.filter(({ policy }) => policy.operationMode === 'APPLY');
  const deciding = new Map<FindingSubject, VulnPolicyRow>();
  const decided = new Map<VulnPolicyRow, FindingRow[]>();
  for (const { policy, matched } of applying) {
    const findings = matched.filter((subject) => !deciding.has(subject));
    for (const subject of findings) deciding.set(subject, policy);
    if (findings.length > 0)
      decided.set(
        policy,
        findings.map(({ row }) => row),
      );
  }
  const uncertain = new Set(
    applying.flatMap(({ policy, failed }) =>
      failed.map(({ row }) => `${formatFindingKey(row)} ${policy.name}`),
    ),
  );
  const outdated = subjects
    .flatMap((subject) => findOutdated(subject.row, deciding.get(subject)) ?? [])
    .filter((row) => !uncertain.has(`${formatFindingKey(row)} ${row.policy}`));
  return { decided, outdated };
}

/**
 * The fields of a finding that a policy has set and would not set now. Nothing is outdated if a policy decides on a finding
 * that a policy had decided: it writes all fields.
 */
function findOutdated(row: FindingRow, deciding: VulnPolicyRow | undefined): OutdatedFinding | undefined {
  const { componentId, vulnerabilityId, policy, policyFields, decidedBy, decided } = row;
  if (policy === null || (decidedBy === 'POLICY' && deciding)) return undefined;
  const finding = { componentId, vulnerabilityId, policy };
  if (deciding?.name !== policy) return finding;
  const current = toDecisionFields(deciding);
  const fields = policyFields.filter((field) => decided?.[field] !== current[field]);
  return fields.length > 0 ? { ...finding, fields } : undefined;
}
