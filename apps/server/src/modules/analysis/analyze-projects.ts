import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { carryOverToNewVersions } from '../findings/carry-over-to-new-versions.ts';
import { emitFindingEvents, emitNewDependencyEvents, type Trigger } from '../findings/emit-finding-events.ts';
import { type Cause, recordCauseOf } from '../findings/record-cause.ts';
import { openReports, recordFindings } from '../findings/record-findings.ts';
import { listProjectNames } from '../portfolio/projects/list-project-names.ts';
import { completeDueAnalyses } from '../portfolio/scheduling/enqueue-analysis.ts';
import { lockForAnalysis } from '../portfolio/scheduling/lock-for-analysis.ts';
import { recordAnalysisTime } from '../portfolio/scheduling/record-analysis-time.ts';
import type { AnalysisContext } from './analysis-context.ts';
import {
  type Answers,
  askAnalyzers,
  emitFailures,
  listAnsweringAnalyzers,
  reportAnswers,
} from './ask-analyzers.ts';
import { reportMatches } from './internal-analyzer.ts';
import { hasMissingKeys, lockMatchingKeys } from './matching-keys-store.ts';
import { prepareMatchingKeys } from './prepare-matching-keys.ts';

export interface AnalysisRun {
  /** Without a trigger no events are emitted. */
  readonly trigger: Trigger | undefined;
  /** What the history of findings names as the cause of changes. ANALYSIS if absent. */
  readonly cause?: Cause['kind'];
  /** The import after which the analysis runs. Events are emitted about the components that it created. */
  readonly importedAt?: Date | undefined;
  /** Whether to wait for locked projects, or to skip them. */
  readonly busy?: 'wait' | 'skip';
  readonly signal?: AbortSignal;
  /** Runs last in the transaction. */
  readonly finish?: (tx: Tx) => Promise<void>;
}

/**
 * Updates the findings of projects in one transaction. The number of statements does not depend on the number of
 * projects and components. Locks the projects.
 */
export async function analyzeProjects(
  ctx: AnalysisContext,
  projectIds: readonly number[],
  run: AnalysisRun,
): Promise<void> {
  const answers = await askAnalyzers(ctx, projectIds, run.signal);
  while (!(await inTransaction(ctx.db, (tx) => analyzeIn(ctx, tx, projectIds, run, answers)))) {
    await prepareMatchingKeys(ctx, projectIds);
  }
}

/** Returns false if matching keys are missing. They have to be created in another transaction first. */
async function analyzeIn(
  ctx: AnalysisContext,
  tx: Tx,
  requested: readonly number[],
  run: AnalysisRun,
  answers: Answers,
): Promise<boolean> {
  const now = ctx.now();
  const projectIds = await lockForAnalysis(tx, requested, run.busy);
  await lockMatchingKeys(tx);
  if (await hasMissingKeys(tx, projectIds)) return false;
  const scope = { projectIds };
  await openReports(tx);
  await reportMatches(ctx, tx, scope);
  await reportAnswers(tx, answers);
  const found = await recordFindings(tx, { scope, analyzers: listAnsweringAnalyzers(answers) }, now);
  await recordCauseOf(tx, now, run.cause ?? 'ANALYSIS', found);
  const carried = await carryOverToNewVersions(tx, now, found);
  const changes = (await ctx.applyRules?.(tx, now, projectIds, carried)) ?? carried;
  if (run.trigger) await emitFindingEvents(tx, now, run.trigger, changes);
  if (run.importedAt) await emitImportEvents(tx, projectIds, run.importedAt, now);
  if (answers.failures.size > 0) await emitFailures(tx, now, answers, await listProjectNames(tx, projectIds));
  await recordAnalysisTime(tx, projectIds, now);
  await completeDueAnalyses(tx, projectIds);
  await run.finish?.(tx);
  return true;
}

async function emitImportEvents(tx: Tx, projectIds: readonly number[], importedAt: Date, now: Date) {
  for (const projectId of projectIds) await emitNewDependencyEvents(tx, now, projectId, importedAt);
}
