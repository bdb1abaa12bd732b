import type { Context } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/db/database.ts';
import type { JobPayloads } from '../../../platform/jobs/catalog.ts';
import type { EnqueueOptions } from '../../../platform/jobs/create-enqueuer.ts';
import {
  type DueAnalysis,
  deleteDueAnalyses,
  listDueWithoutJob,
  postponeDueAnalysis,
  upsertDueAnalysis,
} from './analysis-due-store.ts';

type Trigger = JobPayloads['analyze-project']['trigger'];

/**
 * Enqueues the analysis of a project whose components changed, unless one is waiting. Records that the analysis is due,
 * so that it happens even if the job is lost.
 */
export async function enqueueAnalysis(
  ctx: Context,
  tx: Tx,
  projectUuid: string,
  trigger: 'CHANGE' | 'CLONE',
  token?: string,
): Promise<void> {
  await upsertDueAnalysis(tx, { projectUuid, trigger, importedAt: null });
  const tracking = token === undefined ? {} : { token };
  await ctx.jobs.enqueue(
    tx,
    'analyze-project',
    { projectUuid, trigger },
    { unlessWaiting: true, ...tracking },
  );
}

/** Enqueues the analysis after an import. Every import gets its own job, because each notifies of its own dependencies. */
export async function enqueueAnalysisOfImport(
  ctx: Context,
  tx: Tx,
  projectUuid: string,
  importedAt: Date,
  options: Pick<EnqueueOptions, 'continues'>,
): Promise<void> {
  const trigger = 'BOM_UPLOAD';
  await upsertDueAnalysis(tx, { projectUuid, trigger, importedAt });
  const payload = { projectUuid, trigger, importedAt: importedAt.toISOString() } as const;
  await ctx.jobs.enqueue(tx, 'analyze-project', payload, options);
}

/** Call it in the transaction of the analysis, after the projects are locked. */
export async function completeDueAnalyses(tx: Tx, projectIds: readonly number[]): Promise<void> {
  await deleteDueAnalyses(tx, projectIds);
}

const MAX_RESUMED = 1_000;

/** Enqueues the due analyses that have no job. */
export async function resumeAnalyses(ctx: Context): Promise<void> {
  const due = await listDueWithoutJob(ctx.db, ctx.now(), MAX_RESUMED);
  if (due.length === 0) return;
  ctx.log.warn({ projects: due.length }, 'Enqueued analyses whose jobs were lost');
  await inTransaction(ctx.db, (tx) => ctx.jobs.enqueueAll(tx, 'analyze-project', due.map(toPayload)));
}

function toPayload({ projectUuid, trigger, importedAt }: DueAnalysis): JobPayloads['analyze-project'] {
  return {
    projectUuid,
    trigger: trigger as Trigger,
    ...(importedAt === null ? {} : { importedAt: importedAt.toISOString() }),
  };
}

const POSTPONE_MS = 3_600_000;

/** Keeps a failed analysis due. It is retried after an hour, or at the next change of the project. */
export async function postponeAnalysis(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  projectUuid: string,
  reason: string,
): Promise<void> {
  await postponeDueAnalysis(tx, projectUuid, new Date(ctx.now().getTime() + POSTPONE_MS), reason);
}
