import { inTransaction } from '../../platform/db/database.ts';
import type { RunningJob } from '../../platform/jobs/job-handler.ts';
import { lockForAnalysis, recordAnalysisTime } from '../portfolio/record-analysis.ts';
import type { AnalysisContext } from './analysis-context.ts';
import { analyzeProjects } from './analyze-projects.ts';
import { ANALYZER_NAMES } from './analyzers/analyzer.ts';
import { findProjectsToAnalyze } from './match-portfolio.ts';
import { resumeMatching } from './resume-matching.ts';
import { countStaleProjects, listStaleProjects, type StaleProject } from './stale-store.ts';

/** A batch is one transaction, in which nobody else changes these projects: it must be short. */
const MOST_PROJECTS = 100;
const MOST_COMPONENTS = 20_000;

/** Of so much of the portfolio it is quicker to look at all of it first. */
const MOST_OF_IT = 0.25;

type StaleJob = Pick<RunningJob<unknown>, 'signal' | 'log'>;

/** What is known of the whole portfolio. */
interface Survey {
  readonly at: Date;
  /** The projects whose findings are to be changed. */
  readonly toAnalyze: ReadonlySet<number>;
}

/**
 * Analyses the projects whose last analysis is too long ago, a few at a time. Findings follow uploads and advisories
 * without this; it is for analyzers that do not tell when they change their mind, and for what was missed.
 */
export async function analyzeStaleProjects(ctx: AnalysisContext, job: StaleJob): Promise<void> {
  await resumeMatching(ctx);
  const before = new Date(ctx.now().getTime() - ctx.config['svc.task.stale-analysis.max-age']);
  const survey = await surveyPortfolio(ctx, before);
  for (let after = 0; !job.signal.aborted; ) {
    const stale = await listStaleProjects(ctx.db, before, after, MOST_PROJECTS);
    const batch = planBatch(stale);
    const last = batch.at(-1);
    if (!last) return;
    const ids = batch.map(({ id }) => id);
    const toAnalyze = survey ? ids.filter((id) => survey.toAnalyze.has(id)) : ids;
    await forAll(job, toAnalyze, (some) =>
      analyzeProjects(ctx, some, { trigger: 'SCHEDULE', busy: 'skip', signal: job.signal }),
    );
    if (survey) {
      const unchanged = ids.filter((id) => !survey.toAnalyze.has(id));
      await forAll(job, unchanged, (some) => confirmFindings(ctx, some, survey.at));
    }
    after = last.id;
  }
}

/** Nothing if it would not pay, or if others are to be asked, who know the answer only project by project. */
async function surveyPortfolio(ctx: AnalysisContext, before: Date): Promise<Survey | undefined> {
  const { due, all } = await countStaleProjects(ctx.db, before);
  if (due === 0 || due < all * MOST_OF_IT || (ctx.analyzers ?? []).length > 0) return undefined;
  const at = ctx.now();
  const toAnalyze = await ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => findProjectsToAnalyze(tx, ANALYZER_NAMES));
  return { at, toAnalyze: new Set(toAnalyze) };
}

/** Of projects whose findings are as they should be: rules are held to as after every analysis. */
async function confirmFindings(ctx: AnalysisContext, wanted: readonly number[], at: Date): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const projectIds = await lockForAnalysis(tx, wanted, 'skip');
    await ctx.applyRules?.(tx, ctx.now(), projectIds, { appeared: [], retracted: [] });
    await recordAnalysisTime(tx, projectIds, at);
  });
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
async function forAll(
  job: StaleJob,
  ids: readonly number[],
  work: (ids: readonly number[]) => Promise<void>,
): Promise<void> {
  if (ids.length === 0) return;
  try {
    await work(ids);
  } catch (error) {
    job.signal.throwIfAborted();
    if (ids.length === 1) job.log.error({ err: error, projectId: ids[0] }, 'A project could not be analysed');
    else for (const id of ids) await forAll(job, [id], work);
  }
}
