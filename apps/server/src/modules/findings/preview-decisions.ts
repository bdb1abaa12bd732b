import type { Db } from '../../platform/db/database.ts';
import type { Decider, Decision, DecisionOutcome } from './decision.ts';
import { decideInBlocks } from './decisions/decide-in-blocks.ts';
import { listStandingDecisions } from './decisions/decision-store.ts';
import { planDecisions } from './decisions/plan-decisions.ts';

/** Returns what `recordDecisions` would return now, without writing anything. */
export function previewDecisions(
  db: Db,
  by: Decider,
  decisions: readonly Decision[],
): Promise<readonly DecisionOutcome[]> {
  return decideInBlocks(decisions, async (findings, block) => {
    return planDecisions(await listStandingDecisions(db, findings), by, block).outcomes;
  });
}
