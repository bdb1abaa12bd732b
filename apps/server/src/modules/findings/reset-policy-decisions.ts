import type { Tx } from '../../platform/db/database.ts';
import { type Decider, type DecisionOutcome, type FindingKey, UNDECIDED } from './decision.ts';
import { deletePolicyDecisions } from './decision-store.ts';
import { recordDecisions } from './record-decisions.ts';

interface Reset {
  readonly by: Extract<Decider, { kind: 'POLICY' }>;
  readonly now: Date;
  /** Why, for the history. */
  readonly note: string;
}

/**
 * "When a policy stops matching, only what it set is reset": of these findings, those whose decision is a policy's
 * are undecided again. All others are left alone.
 */
export async function resetPolicyDecisions(
  tx: Tx,
  { by, now, note }: Reset,
  findings: readonly FindingKey[],
): Promise<readonly DecisionOutcome[]> {
  const decisions = findings.map(({ componentId, vulnerabilityId }) => ({
    componentId,
    vulnerabilityId,
    fields: UNDECIDED,
    note,
  }));
  const outcomes = await recordDecisions(tx, { by, now }, decisions);
  await deletePolicyDecisions(tx, findings);
  return outcomes;
}
