import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Decider, DecisionOutcome } from '../decision.ts';
import { recordDecisions } from '../record-decisions.ts';
import { listCarriedDecisions, type OriginProject } from './carry-over-store.ts';
import { type CarryOverPlan, planCarryOver } from './plan-carry-over.ts';

export interface CarryOver {
  readonly origin: OriginProject;
  readonly toId: number;
  readonly now: Date;
}

export interface CarriedOver extends CarryOverPlan {
  /** In the order of the decisions. */
  readonly outcomes: readonly DecisionOutcome[];
}

export type Decide<D extends Db> = (
  db: D,
  decisions: CarryOverPlan['decisions'],
) => Promise<readonly DecisionOutcome[]>;

/** Plans what is carried over. `decide` records the plan, or previews it. */
export async function applyCarryOver<D extends Db>(
  db: D,
  { origin, toId, now }: CarryOver,
  decide: Decide<D>,
): Promise<CarriedOver> {
  const plan = planCarryOver(origin, await listCarriedDecisions(db, origin.id, toId, now));
  return { ...plan, outcomes: await decide(db, plan.decisions) };
}

const AUTOMATIC: Decider = { kind: 'CARRIED_OVER', name: 'Carry-over' };

/** An automatic carry-over. */
export function carryOverAutomatically(tx: Tx, carryOver: CarryOver): Promise<CarriedOver> {
  return applyCarryOver(tx, carryOver, (_, decisions) =>
    recordDecisions(tx, { by: AUTOMATIC, now: carryOver.now }, decisions),
  );
}
