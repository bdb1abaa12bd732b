import type { CarryOverResult } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { inPortfolioTransaction } from '../../portfolio/in-portfolio-transaction.ts';
import { getProjectId } from '../../portfolio/projects/get-project-id.ts';
import { projectNotFound } from '../../portfolio/projects/project-errors.ts';
import type { Decider, DecisionResult } from '../decision.ts';
import { previewDecisions } from '../preview-decisions.ts';
import { recordDecisions } from '../record-decisions.ts';
import { applyCarryOver, type CarriedOver, type Decide } from './apply-carry-over.ts';
import { findOrigin, type OriginProject } from './carry-over-store.ts';
import { listDescribedTargets } from './decision-target-store.ts';
import { outcomesByFinding, presentDecidedFindings, SAMPLE_SIZE } from './present-decided-findings.ts';

interface CarryOverOptions {
  /** UUIDs of projects. */
  readonly from: string;
  readonly to: string;
  readonly dryRun: boolean;
}

/** Carries the decisions of one project over to another on request. */
export async function carryOverDecisions(
  ctx: Context,
  principal: Principal,
  { from, to, dryRun }: CarryOverOptions,
): Promise<CarryOverResult> {
  const by: Decider = { kind: 'CARRIED_OVER', name: principal.name };
  const now = ctx.now();
  const inDb = async <D extends Db>(db: D, decide: Decide<D>): Promise<CarryOverResult> => {
    const toId = await getProjectId(db, principal, to);
    const origin = await findOrigin(db, await getProjectId(db, principal, from));
    if (!origin) throw projectNotFound();
    if (origin.id === toId) throw sameProject();
    return toResult(db, dryRun, origin, await applyCarryOver(db, { origin, toId, now }, decide));
  };
  if (dryRun) return inDb(ctx.db, (db, decisions) => previewDecisions(db, by, decisions));
  return inPortfolioTransaction(ctx.db, (tx) =>
    inDb(tx, (db, decisions) => recordDecisions(db, { by, now }, decisions)),
  );
}

function sameProject(): AppError {
  return new AppError(
    'invalid',
    'The projects are the same. Choose another project to carry decisions over from.',
  );
}

async function toResult(
  db: Db,
  dryRun: boolean,
  { uuid, name, version }: OriginProject,
  { decisions, outcomes, versionChanged }: CarriedOver,
): Promise<CarryOverResult> {
  const count = (result: DecisionResult) => outcomes.filter((outcome) => outcome.result === result).length;
  const described = await listDescribedTargets(db, decisions.slice(0, SAMPLE_SIZE));
  return {
    dryRun,
    from: { uuid, name, ...(version === null ? {} : { version }) },
    matched: decisions.length + versionChanged,
    applied: count('applied'),
    unchanged: count('unchanged'),
    outranked: count('outranked'),
    versionChanged,
    sample: presentDecidedFindings(described, outcomesByFinding(decisions, outcomes)),
  };
}
