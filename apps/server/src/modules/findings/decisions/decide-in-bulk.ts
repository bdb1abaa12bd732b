import type { BulkAnalysisRequest, BulkAnalysisResult } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { fromPageToken, toPageToken } from '../../../platform/http/page-token.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { newRandomUuid } from '../../../platform/ids.ts';
import { inPortfolioTransaction } from '../../portfolio/in-portfolio-transaction.ts';
import { wakeConsumers } from '../../project-changes/wake-consumers.ts';
import type { Decision, DecisionOutcome, DecisionResult } from '../decision.ts';
import type { FindingKey, ProjectFinding } from '../finding-key.ts';
import { previewDecisions } from '../preview-decisions.ts';
import { recordDecisions } from '../record-decisions.ts';
import { insertBatch, lockBatch, type NewBatch } from './decision-batch-store.ts';
import { countTargetStates, listDescribedTargets, type StateCount } from './decision-target-store.ts';
import { outcomesByFinding, presentDecidedFindings, SAMPLE_SIZE } from './present-decided-findings.ts';
import { toBulkSearch } from './to-bulk-search.ts';
import { type DecisionTerms, toDecider, toPartialTerms } from './to-decision-terms.ts';

/** Applies one decision to many findings, atomically. */
export async function decideInBulk(
  ctx: Context,
  principal: Principal,
  body: BulkAnalysisRequest,
  dryRun: boolean,
): Promise<BulkAnalysisResult> {
  const [now, by] = [ctx.now(), toDecider(principal)];
  const terms = requireAnyTerm(toPartialTerms(body, now));
  const part = toPart(body);
  const find = toBulkSearch(principal, body, part?.after);
  const batch = part?.batch ?? newRandomUuid();
  if (dryRun) {
    const { targets, hasMore } = await find(ctx.db);
    const outcomes = await previewDecisions(ctx.db, by, toDecisions(targets, terms));
    const changed = targets.filter((_, index) => outcomes[index]?.result === 'applied');
    const states = await countTargetStates(ctx.db, changed);
    return toResult(ctx.db, body, { dryRun, batch, targets, hasMore, outcomes, states });
  }
  const result = await inPortfolioTransaction(ctx.db, async (tx) => {
    const { targets, hasMore } = await find(tx);
    const outcomes = await recordDecisions(tx, { by, now, batch }, toDecisions(targets, terms));
    const isUndoable = outcomes.some(({ result }) => result === 'applied');
    if (isUndoable) await ensureBatch(tx, { uuid: batch, decidedBy: by.name, decidedAt: now });
    return toResult(tx, body, { dryRun, batch, isUndoable, targets, hasMore, outcomes });
  });
  await wakeConsumers(ctx);
  return result;
}

function requireAnyTerm(terms: DecisionTerms): DecisionTerms {
  const { fields, comment, expiresAt } = terms;
  if (Object.keys(fields).length > 0 || comment !== undefined || expiresAt !== undefined) return terms;
  throw new AppError('invalid', 'The request changes nothing. Give a state, a suppression or another field.');
}

/** Where the next part of a bulk decision starts. */
interface Part {
  readonly batch: string;
  readonly after: FindingKey;
}

function toScope(body: BulkAnalysisRequest): string {
  const { continue: _continue, limit: _limit, dryRun: _dryRun, ...decided } = body;
  return `bulk decision ${JSON.stringify(decided)}`;
}

function toPart(body: BulkAnalysisRequest): Part | undefined {
  if (body.continue === undefined) return undefined;
  const { value, id } = fromPageToken(toScope(body), body.continue, 'body/continue');
  const [, batch, vulnerabilityId] = /^([0-9a-f-]{36}) (\d{1,15})$/.exec(String(value)) ?? [];
  if (batch === undefined) throw new AppError('invalid', 'The member continue is damaged.');
  return { batch, after: { componentId: id, vulnerabilityId: Number(vulnerabilityId) } };
}

function toNext(body: BulkAnalysisRequest, batch: string, last: FindingKey): string {
  return toPageToken(toScope(body), { value: `${batch} ${last.vulnerabilityId}`, id: last.componentId });
}

/** All parts of a bulk decision are undone together, so nothing is added to a batch that was undone. */
async function ensureBatch(tx: Tx, batch: NewBatch): Promise<void> {
  const present = await lockBatch(tx, batch.uuid);
  if (!present) return insertBatch(tx, batch);
  if (present.undone_at === null && present.decided_by === batch.decidedBy) return;
  throw new AppError('conflict', 'The batch was undone or belongs to another user. Start again.');
}

function toDecisions(targets: readonly ProjectFinding[], terms: DecisionTerms): Decision[] {
  return targets.map(({ componentId, vulnerabilityId }) => ({ componentId, vulnerabilityId, ...terms }));
}

interface Decided {
  readonly dryRun: boolean;
  readonly batch: string;
  readonly isUndoable?: boolean;
  readonly targets: readonly ProjectFinding[];
  readonly hasMore: boolean;
  readonly outcomes: readonly DecisionOutcome[];
  readonly states?: readonly StateCount[];
}

async function toResult(
  db: Db,
  body: BulkAnalysisRequest,
  { dryRun, batch, isUndoable, targets, hasMore, outcomes, states }: Decided,
): Promise<BulkAnalysisResult> {
  const { findings } = body;
  const last = hasMore ? targets.at(-1) : undefined;
  const count = (result: DecisionResult) => outcomes.filter((outcome) => outcome.result === result).length;
  const described = await listDescribedTargets(db, targets.slice(0, SAMPLE_SIZE));
  return {
    dryRun,
    ...(isUndoable ? { batch } : {}),
    matched: targets.length,
    projects: new Set(targets.map(({ projectId }) => projectId)).size,
    applied: count('applied'),
    unchanged: count('unchanged'),
    missing: findings ? countDistinct(findings) - targets.length : 0,
    ...(states ? { states: [...states] } : {}),
    ...(last ? { next: toNext(body, batch, last) } : {}),
    sample: presentDecidedFindings(described, outcomesByFinding(targets, outcomes)),
  };
}

function countDistinct(findings: readonly { component: string; vulnerability: string }[]): number {
  return new Set(
    findings.map(({ component, vulnerability }) => `${component}:${vulnerability}`.toLowerCase()),
  ).size;
}
