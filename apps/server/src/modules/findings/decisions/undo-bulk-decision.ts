import type { BulkUndoResult } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { inPortfolioTransaction } from '../../portfolio/in-portfolio-transaction.ts';
import type { Decision } from '../decision.ts';
import type { FindingKey } from '../finding-key.ts';
import { recordDecisions } from '../record-decisions.ts';
import {
  type BatchEntry,
  listBatchEntries,
  listBatchFindings,
  lockBatch,
  markUndone,
  restoreDeciders,
} from './decision-batch-store.ts';
import { lockFindings } from './decision-store.ts';
import { listDescribedTargets } from './decision-target-store.ts';
import { enqueuePolicies } from './enqueue-policies.ts';
import { presentDecidedFindings, SAMPLE_SIZE } from './present-decided-findings.ts';
import { toDecider } from './to-decision-terms.ts';

/** Equals the block size of `recordDecisions`. */
const BLOCK_SIZE = 2_000;

/** Undoes a bulk decision, atomically. Skips findings that have a later decision. */
export function undoBulkDecision(ctx: Context, principal: Principal, batch: string): Promise<BulkUndoResult> {
  return inPortfolioTransaction(ctx.db, async (tx) => {
    const now = ctx.now();
    const { decided_by, decided_at } = await getBatchToUndo(tx, batch);
    await lockBatchFindings(tx, principal, batch);
    const note = `Undone: what ${decided_by} decided at ${decided_at.toISOString()}`;
    const left: FindingKey[] = [];
    let [undone, restoresPolicy] = [0, false];
    for await (const entries of readBatch(tx, batch)) {
      const latest = entries.filter(({ isLatest }) => isLatest);
      const decisions = latest.map((entry) => ({ ...toDecisionBefore(entry), note }));
      await recordDecisions(tx, { by: toDecider(principal), now }, decisions);
      await restoreDeciders(tx, latest);
      restoresPolicy ||= latest.some(({ before }) => Boolean(before?.policy));
      undone += latest.length;
      left.push(...entries.filter(({ isLatest }) => !isLatest));
    }
    // The policy may have been deleted or changed since.
    if (restoresPolicy) await enqueuePolicies(ctx, tx);
    await markUndone(tx, batch, principal.name, now);
    return toResult(tx, batch, undone, left);
  });
}

async function* readBatch(tx: Tx, batch: string): AsyncGenerator<BatchEntry[]> {
  let last: FindingKey = { componentId: 0, vulnerabilityId: 0 };
  for (;;) {
    const entries = await listBatchEntries(tx, batch, last, BLOCK_SIZE);
    if (entries.length > 0) yield entries;
    if (entries.length < BLOCK_SIZE) return;
    last = entries.at(-1) ?? last;
  }
}

async function getBatchToUndo(tx: Tx, uuid: string) {
  const batch = await lockBatch(tx, uuid);
  if (!batch) throw batchNotFound();
  if (batch.undone_at === null) return batch;
  throw new AppError('conflict', `The batch was already undone at ${batch.undone_at.toISOString()}.`);
}

/** Throws if the principal may not access all findings: a batch is undone as a whole or not at all. */
async function lockBatchFindings(tx: Tx, principal: Principal, batch: string): Promise<void> {
  const findings = await listBatchFindings(tx, principal, batch);
  if (!findings.some(({ accessible }) => accessible)) throw batchNotFound();
  if (findings.some(({ accessible }) => !accessible)) {
    throw new AppError(
      'forbidden',
      'Some findings of this batch belong to projects that you may not access.',
    );
  }
  await lockFindings(tx, findings);
}

function batchNotFound(): AppError {
  return new AppError('not-found', 'No such batch of decisions exists.');
}

function toDecisionBefore({ componentId, vulnerabilityId, changes, before }: BatchEntry): Decision {
  const fields = changes.filter(({ field }) => field !== 'expiresAt').map(({ field, from }) => [field, from]);
  return {
    componentId,
    vulnerabilityId,
    fields: Object.fromEntries(fields),
    expiresAt: before?.expiresAt ? new Date(before.expiresAt) : null,
  };
}

async function toResult(
  tx: Tx,
  batch: string,
  undone: number,
  left: readonly FindingKey[],
): Promise<BulkUndoResult> {
  const described = await listDescribedTargets(tx, left.slice(0, SAMPLE_SIZE));
  return {
    batch,
    undone,
    changedSince: left.length,
    sample: presentDecidedFindings(described, () => ({ result: 'unchanged', changes: [] })),
  };
}
