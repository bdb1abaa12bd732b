import type { Tx } from '../../platform/db/database.ts';
import type { Decider, Decision, DecisionOutcome, StandingDecision } from './decision.ts';
import { decideInBlocks } from './decisions/decide-in-blocks.ts';
import {
  type AuditEntry,
  deleteDecisions,
  insertAuditEntries,
  listStandingDecisions,
  lockFindings,
  upsertDecisions,
} from './decisions/decision-store.ts';
import { describeChanges } from './decisions/describe-changes.ts';
import { emitDecisionEvents } from './decisions/emit-decision-events.ts';
import { type DecisionPlan, planDecisions } from './decisions/plan-decisions.ts';
import { type FindingKey, formatFindingKey } from './finding-key.ts';

export interface DecisionRound {
  readonly by: Decider;
  readonly now: Date;
  /** Decisions with the same batch can be undone together. No finding may occur more than once in a batch. */
  readonly batch?: string | undefined;
}

/**
 * The only function that writes decisions of people, VEX documents and policies. Records analyses, audit entries and notifications in the
 * caller's transaction, in a fixed number of statements per 2,000 decisions. Locks the findings. Returns outcomes in the
 * order of the decisions. A finding may occur more than once; its decisions are applied in turn.
 */
export function recordDecisions(
  tx: Tx,
  round: DecisionRound,
  decisions: readonly Decision[],
): Promise<readonly DecisionOutcome[]> {
  return decideInBlocks(decisions, (findings, block) => recordBlock(tx, round, findings, block));
}

async function recordBlock(
  tx: Tx,
  { by, now, batch }: DecisionRound,
  findings: readonly FindingKey[],
  decisions: readonly Decision[],
): Promise<readonly DecisionOutcome[]> {
  await lockFindings(tx, findings);
  // Read after locking, to include decisions recorded while waiting for the locks.
  const standing = await listStandingDecisions(tx, findings);
  const plan = planDecisions(standing, by, decisions);
  const after = plan.changed.map((finding) => finding.after);
  const [decided, undecided] = [after.filter(isDecided), after.filter((decision) => !isDecided(decision))];
  if (decided.length > 0) await upsertDecisions(tx, now, decided);
  if (undecided.length > 0) await deleteDecisions(tx, now, undecided);
  const entries = toAuditEntries(decisions, plan, batch !== undefined);
  await insertAuditEntries(tx, { at: now, by, batch }, entries);
  await emitDecisionEvents(tx, now, plan.changed);
  return plan.outcomes;
}

function isDecided({ decidedBy }: StandingDecision): boolean {
  return decidedBy !== null;
}

/** "One entry for each applied decision". A comment is a separate entry after it. */
function toAuditEntries(
  decisions: readonly Decision[],
  { outcomes, changed }: DecisionPlan,
  canBeUndone: boolean,
): AuditEntry[] {
  const earlier = new Map(canBeUndone ? changed.map(({ before }) => [formatFindingKey(before), before]) : []);
  return decisions.flatMap((decision, index) => {
    const { componentId, vulnerabilityId, comment, note } = decision;
    const { result, changes } = outcomes[index] as DecisionOutcome;
    const finding = { componentId, vulnerabilityId };
    const entries: AuditEntry[] = [];
    if (result === 'applied') {
      const before = earlier.get(formatFindingKey(finding));
      entries.push({ ...finding, comment: describeChanges(changes, note), changes, before });
    }
    const isAccepted = result === 'applied' || result === 'unchanged';
    if (comment && isAccepted) entries.push({ ...finding, comment, changes: null });
    return entries;
  });
}
