import type { Tx } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log/create-log.ts';
import { type DecidedFields, type Decider, FIELD_NAMES } from '../findings/decision.ts';
import { formatFindingKey } from '../findings/finding-key.ts';
import { recordDecisions } from '../findings/record-decisions.ts';
import { resetPolicyDecisions } from '../findings/reset-policy-decisions.ts';
import { loadGround } from '../policies/load-ground.ts';
import { assignPolicies, type OutdatedFinding } from './assign-policies.ts';
import { evaluatePolicies } from './evaluate-policies.ts';
import { FindingIndex } from './finding-index.ts';
import { type FindingRow, hasPolicyDecisions, listActiveFindings } from './finding-store.ts';
import { allNeeds, preparePolicy } from './prepare-policies.ts';
import { toDecisionFields } from './to-decision-fields.ts';
import { isInForce, type VulnPolicyRow } from './vuln-policy.ts';
import { listByRank, recordErrors } from './vuln-policy-store.ts';

/** Findings that are suppressed now because a policy says so. */
export type SuppressedByPolicy = ReadonlySet<string>;

/**
 * Makes the decisions of policies on the active findings of projects what the policies say now, in the caller's
 * transaction. What people and VEX documents decided is left alone; what no policy says any more is reset.
 */
export async function applyVulnPolicies(
  tx: Tx,
  { now, log }: { readonly now: Date; readonly log: Log },
  projectIds: readonly number[],
): Promise<SuppressedByPolicy> {
  const policies = await listByRank(tx);
  const inForce = policies.filter((policy) => isInForce(policy, now)).map(preparePolicy);
  const suppressed = new Set<string>();
  // Where there are none, which is usual, no project is looked at.
  if (inForce.length === 0 && !(await hasPolicyDecisions(tx, projectIds))) return suppressed;
  for (const projectId of projectIds) {
    const rows = await listActiveFindings(tx, projectId);
    if (rows.length === 0) continue;
    const ground = await loadGround(tx, projectId, now, allNeeds(inForce));
    if (!ground) continue;
    const index = new FindingIndex(ground, rows);
    const verdicts = await evaluatePolicies(inForce, ground, index);
    const { decided, outdated } = assignPolicies(verdicts, index.all);
    const errors = new Map(verdicts.map(({ policy, error }) => [policy.id, error ?? null]));
    await recordErrors(tx, projectId, errors);
    for (const { policy, error, failed } of verdicts) {
      if (error)
        log.warn({ policy: policy.name, project: ground.project.uuid, failed: failed.length, error }, FAILED);
    }
    logMatches(log, ground.project.uuid, verdicts);
    for (const [policy, findings] of decided) {
      for (const key of await decide(tx, now, policy, findings)) suppressed.add(key);
    }
    await withdraw(tx, now, outdated);
  }
  return suppressed;
}

const FAILED = 'A vulnerability policy could not be evaluated on some findings; the others are not affected';

/** "LOG only logs." */
function logMatches(
  log: Log,
  project: string,
  verdicts: readonly { readonly policy: VulnPolicyRow; readonly matched: readonly unknown[] }[],
): void {
  for (const { policy, matched } of verdicts) {
    if (policy.operationMode !== 'LOG' || matched.length === 0) continue;
    log.info({ policy: policy.name, project, findings: matched.length }, 'A vulnerability policy matched');
  }
}

function deciderOf(name: string): Decider & { readonly kind: 'POLICY' } {
  return { kind: 'POLICY', name: `Policy: ${name}`, policy: name };
}

/** Answers which of the findings are suppressed then. Those that have all that already are left in peace. */
async function decide(
  tx: Tx,
  now: Date,
  policy: VulnPolicyRow,
  findings: readonly FindingRow[],
): Promise<string[]> {
  const fields = toDecisionFields(policy);
  const note = `Matched the vulnerability policy ${policy.name}`;
  const isStanding = (finding: FindingRow) =>
    finding.decidedBy === 'POLICY' && finding.policy === policy.name && isSame(finding.decided, fields);
  const decisions = findings
    .filter((finding) => !isStanding(finding))
    .map(({ componentId, vulnerabilityId }) => ({ componentId, vulnerabilityId, fields, note }));
  const outcomes = await recordDecisions(tx, { by: deciderOf(policy.name), now }, decisions);
  const suppressed = decisions.filter((_, at) => outcomes[at]?.after?.isSuppressed);
  const standing = fields.isSuppressed ? findings.filter(isStanding) : [];
  return [...suppressed, ...standing].map(formatFindingKey);
}

function isSame(standing: DecidedFields | null, fields: DecidedFields): boolean {
  return standing !== null && FIELD_NAMES.every((name) => standing[name] === fields[name]);
}

/** In the name of the policy whose fields they are. */
async function withdraw(tx: Tx, now: Date, findings: readonly OutdatedFinding[]): Promise<void> {
  for (const [policy, group] of Map.groupBy(findings, (finding) => finding.policy)) {
    const note = `No longer matched by the vulnerability policy ${policy}`;
    await resetPolicyDecisions(tx, { by: deciderOf(policy), now, note }, group);
  }
}
