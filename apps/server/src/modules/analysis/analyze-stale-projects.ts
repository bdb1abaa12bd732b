import { inTransaction } from '../../platform/db/database.ts';
import type { RunningJob } from '../../platform/jobs/job-handler.ts';
import { getGeneration } from '../vulnerabilities/list-changed-vulnerabilities.ts';
import { analyzeProjects } from './analyze-projects.ts';
import type { AnalysisContext } from './apply-rules.ts';
import { listStaleProjects, type StaleProject } from './stale-store.ts';
import { getWatermark } from './watermark-store.ts';

/** A batch is one transaction, in which nobody else changes these projects: it must be short. */
const MOST_PROJECTS = 100;
const MOST_COMPONENTS = 20_000;

/**
 * Analyses the projects whose last analysis is too long ago, a few at a time. Findings follow uploads and advisories
 * without this; it is for analyzers that do not tell when they change their mind, and for what was missed.
 */
export async function analyzeStaleProjects(
  ctx: AnalysisContext,
  job: Pick<RunningJob<unknown>, 'signal' | 'log'>,
): Promise<void> {
  await catchUpWithAdvisories(ctx);
  const before = new Date(ctx.now().getTime() - ctx.config['svc.task.stale-analysis.max-age']);
  for (let after = 0; !job.signal.aborted; ) {
    const stale = await listStaleProjects(ctx.db, before, after, MOST_PROJECTS);
    const batch = planBatch(stale);
    const last = batch.at(-1);
    if (!last) return;
    await analyzeBatch(ctx, job, batch);
    after = last.id;
  }
}

/** Whoever changes vulnerabilities asks for it; this is for those who could not. */
async function catchUpWithAdvisories(ctx: AnalysisContext): Promise<void> {
  const [latest, { generation }] = [await getGeneration(ctx.db), await getWatermark(ctx.db)];
  if (latest <= generation) return;
  await inTransaction(ctx.db, (tx) =>
    ctx.jobs.enqueue(tx, 'match-changed-vulnerabilities', {}, { unlessWaiting: true }),
  );
}

/** As many of the first ones as make a short transaction, at least one. */
export function planBatch(stale: readonly StaleProject[]): readonly StaleProject[] {
  let components = 0;
  const end = stale.findIndex((project, at) => {
    components += project.components;
    return at > 0 && components > MOST_COMPONENTS;
  });
  return end < 0 ? stale : stale.slice(0, end);
}

/** What cannot be analysed must not keep the others from being analysed. */
async function analyzeBatch(
  ctx: AnalysisContext,
  { log, signal }: Pick<RunningJob<unknown>, 'signal' | 'log'>,
  batch: readonly StaleProject[],
): Promise<void> {
  const ids = batch.map(({ id }) => id);
  try {
    await analyzeProjects(ctx, ids, { trigger: 'SCHEDULE', busy: 'skip', signal });
  } catch (error) {
    signal.throwIfAborted();
    if (ids.length === 1) log.error({ err: error, projectId: ids[0] }, 'A project could not be analysed');
    else for (const project of batch) await analyzeBatch(ctx, { log, signal }, [project]);
  }
}
