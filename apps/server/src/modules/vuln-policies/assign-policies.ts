import type { FieldName } from '../findings/decision.ts';
import { type FindingKey, formatFindingKey } from '../findings/finding-key.ts';
import type { PolicyVerdict } from './evaluate-policies.ts';
import type { FindingSubject } from './finding-index.ts';
import type { FindingRow } from './finding-store.ts';
import { toDecisionFields } from './to-decision-fields.ts';
import type { VulnPolicyRow } from './vuln-policy.ts';

export interface Assignment {
  readonly decided: ReadonlyMap<VulnPolicyRow, readonly FindingRow[]>;
  /** What is left of policies that do not decide any more, or not the same. */
  readonly outdated: readonly OutdatedFinding[];
}

export interface OutdatedFinding extends FindingKey {
  readonly policy: string;
  /** All of them unless said. */
  readonly fields?: readonly FieldName[];
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
 * What a finding has of a policy that the policy does not say now. A policy that decides on a finding of its own or of
 * another policy writes all fields, so nothing is left over there.
 */
function findOutdated(row: FindingRow, deciding: VulnPolicyRow | undefined): OutdatedFinding | undefined {
  const { componentId, vulnerabilityId, policy, policyFields, decidedBy, decided } = row;
  if (policy === null || (decidedBy === 'POLICY' && deciding)) return undefined;
  const finding = { componentId, vulnerabilityId, policy };
  if (deciding?.name !== policy) return finding;
  const said = toDecisionFields(deciding);
  const fields = policyFields.filter((field) => decided?.[field] !== said[field]);
  return fields.length > 0 ? { ...finding, fields } : undefined;
}
