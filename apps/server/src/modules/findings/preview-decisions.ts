import type { Db } from '../../platform/db/database.ts';
import type { Decider, Decision, DecisionOutcome } from './decision.ts';
import { listStandingDecisions } from './decision-store.ts';
import { planDecisions } from './plan-decisions.ts';

/** What `recordDecisions` would do now, for dry runs. */
export async function previewDecisions(
  db: Db,
  by: Decider,
  decisions: readonly Decision[],
): Promise<readonly DecisionOutcome[]> {
  return planDecisions(await listStandingDecisions(db, decisions), by, decisions).outcomes;
}
