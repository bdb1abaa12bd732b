import type { Context } from '../../platform/context.ts';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import type { JobPayloads } from '../../platform/jobs/catalog.ts';
import type { EnqueueOptions } from '../../platform/jobs/create-enqueuer.ts';
import {
  type DueAnalysis,
  deleteDue,
  listForgottenDue,
  postponeDue,
  upsertDue,
} from './analysis-due-store.ts';

type Trigger = JobPayloads['analyze-project']['trigger'];

/**
 * The findings of a project follow what happened to its components. However often that happens, one analysis that has
 * not started yet does for all. That it is due is written down as well: it is analysed whatever becomes of the job.
 */
export async function enqueueAnalysis(
  ctx: Context,
  tx: Tx,
  projectUuid: string,
  trigger: 'CHANGE' | 'CLONE',
  token?: string,
): Promise<void> {
  await upsertDue(tx, { projectUuid, trigger, importedAt: null });
  const following = token === undefined ? {} : { token };
  await ctx.jobs.enqueue(
    tx,
    'analyze-project',
    { projectUuid, trigger },
    { unlessWaiting: true, ...following },
  );
}

/** The same after an import. Each import has new dependencies of its own to tell of. */
export async function enqueueAnalysisOfImport(
  ctx: Context,
  tx: Tx,
  projectUuid: string,
  importedAt: Date,
  options: Pick<EnqueueOptions, 'continues'>,
): Promise<void> {
  const trigger = 'BOM_UPLOAD';
  await upsertDue(tx, { projectUuid, trigger, importedAt });
  const payload = { projectUuid, trigger, importedAt: importedAt.toISOString() } as const;
  await ctx.jobs.enqueue(tx, 'analyze-project', payload, options);
}

/** In the transaction of an analysis, once the projects are locked. */
export async function settleDueAnalyses(tx: Tx, projectIds: readonly number[]): Promise<void> {
  await deleteDue(tx, projectIds);
}

const MOST_AT_ONCE = 1_000;

/** Enqueues the analyses that are due and that no job is going to do. */
export async function resumeAnalyses(ctx: Context): Promise<void> {
  const forgotten = await listForgottenDue(ctx.db, ctx.now(), MOST_AT_ONCE);
  if (forgotten.length === 0) return;
  ctx.log.warn({ projects: forgotten.length }, 'Analyses were missed; they are made up for');
  await inTransaction(ctx.db, (tx) => ctx.jobs.enqueueAll(tx, 'analyze-project', forgotten.map(toPayload)));
}

function toPayload({ projectUuid, trigger, importedAt }: DueAnalysis): JobPayloads['analyze-project'] {
  return {
    projectUuid,
    trigger: trigger as Trigger,
    ...(importedAt === null ? {} : { importedAt: importedAt.toISOString() }),
  };
}

const POSTPONED_MS = 3_600_000;

/** An analysis that was given up stays due; it is tried again after an hour, or at the next change. */
export async function postponeAnalysis(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  projectUuid: string,
  reason: string,
): Promise<void> {
  await postponeDue(tx, projectUuid, new Date(ctx.now().getTime() + POSTPONED_MS), reason);
}
