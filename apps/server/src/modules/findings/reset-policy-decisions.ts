import type { Tx } from '../../platform/db/database.ts';
import { type Decider, type DecisionOutcome, FIELD_NAMES, type FieldName } from './decision.ts';
import type { FindingKey } from './finding-key.ts';
import { recordDecisions } from './record-decisions.ts';

interface Reset {
  readonly by: Extract<Decider, { kind: 'POLICY' }>;
  readonly now: Date;
  /** The reason, for the audit history. */
  readonly note: string;
}

export interface Withdrawal extends FindingKey {
  /** All fields if absent. */
  readonly fields?: readonly FieldName[];
}

/**
 * "When a policy goes, every field that it set and that nobody else has set since is reset." If nothing is left of a
 * decision, the finding is undecided.
 */
export function resetPolicyDecisions(
  tx: Tx,
  { by, now, note }: Reset,
  findings: readonly Withdrawal[],
): Promise<readonly DecisionOutcome[]> {
  const decisions = findings.map(({ componentId, vulnerabilityId, fields = FIELD_NAMES }) => ({
    componentId,
    vulnerabilityId,
    fields: {},
    withdraws: fields,
    note,
  }));
  return recordDecisions(tx, { by, now }, decisions);
}
