import type { CarryOverResult } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { getProjectId } from '../portfolio/get-project-id.ts';
import { inPortfolioTransaction } from '../portfolio/in-portfolio-transaction.ts';
import { projectNotFound } from '../portfolio/project-refusals.ts';
import type { Decider, DecisionFate, DecisionOutcome } from './decision.ts';
import {
  type CarriedDecision,
  findOrigin,
  findOriginOfClone,
  listCarriedDecisions,
  listNewVersions,
  type OriginProject,
} from './decisions/carry-over-store.ts';
import { listDescribedTargets } from './decisions/decision-target-store.ts';
import { planCarryOver } from './decisions/plan-carry-over.ts';
import {
  outcomesByFinding,
  presentDecidedFindings,
  SAMPLE_SIZE,
} from './decisions/present-decided-findings.ts';
import { formatFindingKey } from './finding-key.ts';
import { previewDecisions } from './preview-decisions.ts';
import { recordDecisions } from './record-decisions.ts';
import type { FindingChanges } from './record-findings.ts';

interface Order {
  readonly from: string;
  readonly to: string;
  readonly dryRun: boolean;
}

/** Somebody asks for it. */
export async function carryOverDecisions(
  ctx: Context,
  principal: Principal,
  { from, to, dryRun }: Order,
): Promise<CarryOverResult> {
  const by: Decider = { kind: 'CARRIED_OVER', name: principal.name };
  const now = ctx.now();
  const inDb = async <D extends Db>(db: D, decide: Decide<D>): Promise<CarryOverResult> => {
    const toId = await getProjectId(db, principal, to);
    const origin = await findOrigin(db, await getProjectId(db, principal, from));
    if (!origin) throw projectNotFound();
    if (origin.id === toId) throw new AppError('invalid', 'Decisions are carried over from another project.');
    return toResult(db, dryRun, origin, await carryOver(db, { origin, toId, now }, decide));
  };
  if (dryRun) return inDb(ctx.db, (db, decisions) => previewDecisions(db, by, decisions));
  return inPortfolioTransaction(ctx.db, (tx) =>
    inDb(tx, (db, decisions) => recordDecisions(db, { by, now }, decisions)),
  );
}

/**
 * What an analysis has just found in a new version of a project, with the decisions on it of the version before, where
 * the project property `decisions/carry-over` asks for it. Those of a person and of VEX documents stay.
 */
export async function carryOverToNewVersions(
  tx: Tx,
  now: Date,
  changes: FindingChanges,
): Promise<FindingChanges> {
  const created = new Set(changes.appeared.filter((finding) => finding.created).map((f) => f.projectId));
  if (created.size === 0) return changes;
  const suppressed = new Set<string>();
  for (const { toId, from } of await listNewVersions(tx, [...created], now)) {
    const done = await carryOverByItself(tx, { origin: from, toId, now });
    for (const [index, decision] of done.decisions.entries()) {
      if (done.outcomes[index]?.after?.isSuppressed) suppressed.add(formatFindingKey(decision));
    }
  }
  const appeared = changes.appeared.map((finding) =>
    suppressed.has(formatFindingKey(finding)) ? { ...finding, isSuppressed: true } : finding,
  );
  return { ...changes, appeared };
}

/** A clone that has the findings of its original, but not their history. */
export async function carryOverToClone(
  tx: Tx,
  now: Date,
  originalId: number,
  cloneId: number,
): Promise<void> {
  const origin = await findOriginOfClone(tx, originalId, cloneId);
  if (origin) await carryOverByItself(tx, { origin, toId: cloneId, now });
}

function carryOverByItself(tx: Tx, order: CarryOver): Promise<Done> {
  const by: Decider = { kind: 'CARRIED_OVER', name: 'Carry-over' };
  return carryOver(tx, order, (_, decisions) => recordDecisions(tx, { by, now: order.now }, decisions));
}

type Plan = ReturnType<typeof planCarryOver>;
type Decide<D extends Db> = (db: D, decisions: Plan['decisions']) => Promise<readonly DecisionOutcome[]>;

interface CarryOver {
  readonly origin: OriginProject;
  readonly toId: number;
  readonly now: Date;
}

interface Done extends Plan {
  readonly carried: readonly CarriedDecision[];
  readonly outcomes: readonly DecisionOutcome[];
}

async function carryOver<D extends Db>(
  db: D,
  { origin, toId, now }: CarryOver,
  decide: Decide<D>,
): Promise<Done> {
  const carried = await listCarriedDecisions(db, origin.id, toId, now);
  const plan = planCarryOver(origin, carried);
  return { ...plan, carried, outcomes: await decide(db, plan.decisions) };
}

async function toResult(
  db: Db,
  dryRun: boolean,
  { uuid, name, version }: OriginProject,
  { decisions, outcomes, versionChanged }: Done,
): Promise<CarryOverResult> {
  const count = (fate: DecisionFate) => outcomes.filter((outcome) => outcome.fate === fate).length;
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
