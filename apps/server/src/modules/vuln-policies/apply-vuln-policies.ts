import type { Tx } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log/create-log.ts';
import { type DecidedFields, type Decider, FIELD_NAMES } from '../findings/decision.ts';
import { formatFindingKey } from '../findings/finding-key.ts';
import { recordDecisions } from '../findings/record-decisions.ts';
import { resetPolicyDecisions } from '../findings/reset-policy-decisions.ts';
import { loadProjectContext } from '../policies/load-project-contexts.ts';
import { assignPolicies, type OutdatedFinding } from './assign-policies.ts';
import { evaluateVulnPolicies } from './evaluate-vuln-policies.ts';
import { FindingIndex } from './finding-index.ts';
import { type FindingRow, hasPolicyDecisions, listActiveFindings } from './policy-finding-store.ts';
import { allNeeds, preparePolicy } from './prepare-policy.ts';
import { toDecisionFields } from './to-decision-fields.ts';
import { isInForce, type VulnPolicyRow } from './vuln-policy.ts';
import { listByRank, recordErrors } from './vuln-policy-store.ts';

/** Keys of the findings that policies suppress now. */
export type SuppressedByPolicy = ReadonlySet<string>;

/**
 * Applies the vulnerability policies to the active findings of projects, in the caller's transaction. Decisions of people
 * and VEX documents are kept. Decisions of policies that no longer match are reset.
 */
export async function applyVulnPolicies(
  tx: Tx,
  { now, log }: { readonly now: Date; readonly log: Log },
  projectIds: readonly number[],
): Promise<SuppressedByPolicy> {
  const policies = await listByRank(tx);
  const inForce = policies.filter((policy) => isInForce(policy, now)).map(preparePolicy);
  const suppressed = new Set<string>();
  // Usually there are none. Then no project is loaded.
  if (inForce.length === 0 && !(await hasPolicyDecisions(tx, projectIds))) return suppressed;
  for (const projectId of projectIds) {
    const rows = await listActiveFindings(tx, projectId);
    if (rows.length === 0) continue;
    const context = await loadProjectContext(tx, projectId, now, allNeeds(inForce));
    if (!context) continue;
    const index = new FindingIndex(context, rows);
    const verdicts = await evaluateVulnPolicies(inForce, context, index);
    const { decided, outdated } = assignPolicies(verdicts, index.all);
    const errors = new Map(verdicts.map(({ policy, error }) => [policy.id, error ?? null]));
    await recordErrors(tx, projectId, errors);
    for (const { policy, error, failed } of verdicts) {
      if (error)
        log.warn(
          { policy: policy.name, project: context.project.uuid, failed: failed.length, error },
          FAILED,
        );
    }
    logMatches(log, context.project.uuid, verdicts);
    for (const [policy, findings] of decided) {
      for (const key of await decide(tx, now, policy, findings)) suppressed.add(key);
    }
    await resetOutdated(tx, now, outdated);
  }
  return suppressed;
}

const FAILED = 'Vulnerability policy could not be evaluated on some findings';

/** "LOG only logs." */
function logMatches(
  log: Log,
  project: string,
  verdicts: readonly { readonly policy: VulnPolicyRow; readonly matched: readonly unknown[] }[],
): void {
  for (const { policy, matched } of verdicts) {
    if (policy.operationMode !== 'LOG' || matched.length === 0) continue;
    log.info({ policy: policy.name, project, findings: matched.length }, 'Vulnerability policy matched');
  }
}

function deciderOf(name: string): Decider & { readonly kind: 'POLICY' } {
  return { kind: 'POLICY', name: `Policy: ${name}`, policy: name };
}

/** Returns the keys of the findings that are suppressed afterwards. Findings that already have this decision are not written. */
async function decide(
  tx: Tx,
  now: Date,
  policy: VulnPolicyRow,
  findings: readonly FindingRow[],
): Promise<string[]> {
  const fields = toDecisionFields(policy);
  const note = `Matched the vulnerability policy ${policy.name}`;
  const isUpToDate = (finding: FindingRow) =>
    finding.decidedBy === 'POLICY' && finding.policy === policy.name && isSame(finding.decided, fields);
  const decisions = findings
    .filter((finding) => !isUpToDate(finding))
    .map(({ componentId, vulnerabilityId }) => ({ componentId, vulnerabilityId, fields, note }));
  const outcomes = await recordDecisions(tx, { by: deciderOf(policy.name), now }, decisions);
  const suppressed = decisions.filter((_, at) => outcomes[at]?.after?.isSuppressed);
  const unchanged = fields.isSuppressed ? findings.filter(isUpToDate) : [];
  return [...suppressed, ...unchanged].map(formatFindingKey);
}

function isSame(decided: DecidedFields | null, fields: DecidedFields): boolean {
  return decided !== null && FIELD_NAMES.every((name) => decided[name] === fields[name]);
}

/** The audit trail names the policy that had decided. */
async function resetOutdated(tx: Tx, now: Date, findings: readonly OutdatedFinding[]): Promise<void> {
  for (const [policy, group] of Map.groupBy(findings, (finding) => finding.policy)) {
    const note = `No longer matched by the vulnerability policy ${policy}`;
    await resetPolicyDecisions(tx, { by: deciderOf(policy), now, note }, group);
  }
}
