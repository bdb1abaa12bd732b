import type { Tx } from '../../platform/db/database.ts';
import { type Decider, type Decision, type DecisionOutcome, type FindingKey, keyOf } from './decision.ts';
import { emitDecisionEvents } from './decision-events.ts';
import {
  type AuditEntry,
  insertAuditEntries,
  listStandingDecisions,
  lockFindings,
  upsertDecisions,
} from './decision-store.ts';
import { describeChanges } from './describe-changes.ts';
import { planDecisions } from './plan-decisions.ts';

export interface DecisionRound {
  readonly by: Decider;
  readonly now: Date;
  /** Decisions made together can be undone together. */
  readonly batch?: string | undefined;
}

/** How many findings are decided on at once: few enough to hold in memory and not to keep the event loop. */
const FINDINGS_AT_ONCE = 2_000;

/**
 * The one door to decisions, whoever makes them: analyses, audit entries and notifications in the caller's
 * transaction, in a fixed number of statements. Answers in the order of the decisions; the same finding may occur
 * more than once, and each decision on it is applied in turn.
 */
export async function recordDecisions(
  tx: Tx,
  round: DecisionRound,
  decisions: readonly Decision[],
): Promise<readonly DecisionOutcome[]> {
  const outcomes: DecisionOutcome[] = new Array(decisions.length);
  for (const block of toBlocks(decisions)) {
    const found = await recordBlock(
      tx,
      round,
      block.findings,
      block.places.map((place) => decisions[place] as Decision),
    );
    found.forEach((outcome, index) => {
      outcomes[block.places[index] as number] = outcome;
    });
  }
  return outcomes;
}

async function recordBlock(
  tx: Tx,
  { by, now, batch }: DecisionRound,
  findings: readonly FindingKey[],
  decisions: readonly Decision[],
): Promise<readonly DecisionOutcome[]> {
  await lockFindings(tx, findings);
  // Read only now: what was decided while this one waited for the locks is then part of it.
  const standing = await listStandingDecisions(tx, findings);
  const { outcomes, changed } = planDecisions(standing, by, decisions);
  if (changed.length > 0)
    await upsertDecisions(
      tx,
      now,
      changed.map(({ after }) => after),
    );
  await insertAuditEntries(tx, { at: now, commenter: by.name, batch }, toAuditEntries(decisions, outcomes));
  await emitDecisionEvents(tx, now, changed);
  return outcomes;
}

/** "One entry for each applied decision"; what somebody says beside it is an entry of its own, after it. */
function toAuditEntries(decisions: readonly Decision[], outcomes: readonly DecisionOutcome[]): AuditEntry[] {
  const entries: AuditEntry[] = [];
  decisions.forEach(({ componentId, vulnerabilityId, comment, note }, index) => {
    const { fate, changes } = outcomes[index] as DecisionOutcome;
    const finding = { componentId, vulnerabilityId };
    if (fate === 'applied') entries.push({ ...finding, comment: describeChanges(changes, note), changes });
    if (comment && (fate === 'applied' || fate === 'unchanged'))
      entries.push({ ...finding, comment, changes: null });
  });
  return entries;
}

interface Block {
  readonly findings: readonly FindingKey[];
  /** Where the decisions on these findings stand, in their order. */
  readonly places: readonly number[];
}

/** In the order in which findings are locked, all decisions on one finding in one block. */
function toBlocks(decisions: readonly Decision[]): Block[] {
  const byFinding = new Map<string, { readonly finding: FindingKey; readonly places: number[] }>();
  decisions.forEach((decision, place) => {
    const key = keyOf(decision);
    const known = byFinding.get(key);
    if (known) known.places.push(place);
    else byFinding.set(key, { finding: decision, places: [place] });
  });
  const sorted = [...byFinding.values()].sort((a, b) => compareFindings(a.finding, b.finding));
  const blocks: Block[] = [];
  for (let from = 0; from < sorted.length; from += FINDINGS_AT_ONCE) {
    const part = sorted.slice(from, from + FINDINGS_AT_ONCE);
    blocks.push({
      findings: part.map(({ finding }) => finding),
      places: part.flatMap(({ places }) => places),
    });
  }
  return blocks;
}

function compareFindings(a: FindingKey, b: FindingKey): number {
  return a.componentId - b.componentId || a.vulnerabilityId - b.vulnerabilityId;
}
