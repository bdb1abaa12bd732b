import { inTransaction } from '../../platform/db/database.ts';
import type { RunningJob } from '../../platform/jobs/job-handler.ts';
import { lockForAnalysis } from '../portfolio/scheduling/lock-for-analysis.ts';
import { recordAnalysisTime } from '../portfolio/scheduling/record-analysis-time.ts';
import type { AnalysisContext } from './analysis-context.ts';
import { analyzeProjects } from './analyze-projects.ts';
import { ANALYZER_NAMES } from './analyzers/analyzer.ts';
import { listProjectsToAnalyze } from './list-projects-to-analyze.ts';
import { resumeMatching } from './resume-matching.ts';
import { countStaleProjects, listStaleProjects, type StaleProject } from './stale-project-store.ts';

/** Limits of a batch. It is one transaction that locks its projects, so it must be short. */
const MAX_PROJECTS = 100;
const MAX_COMPONENTS = 20_000;

/** From this share of stale projects on, a survey of the whole portfolio is faster (ADR 0035). */
const SURVEY_THRESHOLD = 0.25;

type StaleJob = Pick<RunningJob<unknown>, 'signal' | 'log'>;

/** The result of matching the whole portfolio at once. */
interface Survey {
  readonly at: Date;
  /** The projects whose findings an analysis would change. */
  readonly toAnalyze: ReadonlySet<number>;
}

/**
 * Analyses the projects whose last analysis is too old, batch by batch. Uploads and changed advisories start analyses of
 * their own; this is for external analyzers, which do not announce changes, and for missed work.
 */
export async function analyzeStaleProjects(ctx: AnalysisContext, job: StaleJob): Promise<void> {
  await resumeMatching(ctx);
  const before = new Date(ctx.now().getTime() - ctx.config['svc.task.stale-analysis.max-age']);
  const survey = await surveyPortfolio(ctx, before);
  for (let after = 0; !job.signal.aborted; ) {
    const stale = await listStaleProjects(ctx.db, before, after, MAX_PROJECTS);
    const batch = planBatch(stale);
    const last = batch.at(-1);
    if (!last) return;
    const ids = batch.map(({ id }) => id);
    const toAnalyze = survey ? ids.filter((id) => survey.toAnalyze.has(id)) : ids;
    await runIsolated(job, toAnalyze, (some) =>
      analyzeProjects(ctx, some, { trigger: 'SCHEDULE', busy: 'skip', signal: job.signal }),
    );
    if (survey) {
      const unchanged = ids.filter((id) => !survey.toAnalyze.has(id));
      await runIsolated(job, unchanged, (some) => confirmFindings(ctx, some, survey.at));
    }
    after = last.id;
  }
}

/** Returns undefined if a survey would not pay, or if it could not tell: external analyzers are not surveyed. */
async function surveyPortfolio(ctx: AnalysisContext, before: Date): Promise<Survey | undefined> {
  const { due, all } = await countStaleProjects(ctx.db, before);
  if (due === 0 || due < all * SURVEY_THRESHOLD) return undefined;
  if (((await ctx.loadAnalyzers?.()) ?? []).length > 0) return undefined;
  if ((await ctx.isInternalEnabled?.(ctx.db)) === false) return undefined;
  const at = ctx.now();
  const toAnalyze = await ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => listProjectsToAnalyze(tx, ANALYZER_NAMES));
  return { at, toAnalyze: new Set(toAnalyze) };
}

/** For projects whose findings are up to date: applies policies, as every analysis does, and records the time. */
async function confirmFindings(ctx: AnalysisContext, requested: readonly number[], at: Date): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const projectIds = await lockForAnalysis(tx, requested, 'skip');
    await ctx.applyRules?.(tx, ctx.now(), projectIds, { appeared: [], retracted: [] });
    await recordAnalysisTime(tx, projectIds, at);
  });
}

/** Returns as many of the first projects as the limits allow, at least one. */
export function planBatch(stale: readonly StaleProject[]): readonly StaleProject[] {
  let components = 0;
  const end = stale.findIndex((project, at) => {
    components += project.components;
    return at > 0 && components > MAX_COMPONENTS;
  });
  return end < 0 ? stale : stale.slice(0, end);
}

/** If the work fails for all ids, repeats it for each, so that one project does not prevent the others. */
async function runIsolated(
  job: StaleJob,
  ids: readonly number[],
  work: (ids: readonly number[]) => Promise<void>,
): Promise<void> {
  if (ids.length === 0) return;
  try {
    await work(ids);
  } catch (error) {
    job.signal.throwIfAborted();
    if (ids.length === 1) job.log.error({ err: error, projectId: ids[0] }, 'Analysis of a project failed');
    else for (const id of ids) await runIsolated(job, [id], work);
  }
}
