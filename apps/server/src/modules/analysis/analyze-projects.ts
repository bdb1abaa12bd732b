import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { carryOverToNewVersions } from '../findings/carry-over-to-new-versions.ts';
import { emitFindingEvents, emitNewDependencyEvents, type Trigger } from '../findings/emit-finding-events.ts';
import { openReports, recordFindings } from '../findings/record-findings.ts';
import { settleDueAnalyses } from '../portfolio/enqueue-analysis.ts';
import { listProjectNames, lockForAnalysis, recordAnalysisTime } from '../portfolio/record-analysis.ts';
import type { AnalysisContext } from './analysis-context.ts';
import { type Answers, askAnalyzers, emitFailures, listSpeakers, reportAnswers } from './ask-analyzers.ts';
import { matchComponents } from './match-components.ts';
import { hasMissingKeys, holdMatchingKeys } from './matching-keys-store.ts';
import { prepareMatchingKeys } from './prepare-matching-keys.ts';

export interface AnalysisRun {
  /** Nothing is told without one. */
  readonly trigger: Trigger | undefined;
  /** The import after which it runs: of the components that it created something is to be told. */
  readonly importedAt?: Date | undefined;
  /** Projects that somebody else works on are waited for, or left for another time. */
  readonly busy?: 'wait' | 'skip';
  readonly signal?: AbortSignal;
  /** What else belongs into the transaction, last. */
  readonly finish?: (tx: Tx) => Promise<void>;
}

/**
 * Makes the findings of projects what is known now: one transaction, which is seen as a whole or not at all. However
 * many projects and components there are, the number of statements is the same.
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

/** False if there are components whose keys are missing: those are made outside this transaction. */
async function analyzeIn(
  ctx: AnalysisContext,
  tx: Tx,
  wanted: readonly number[],
  run: AnalysisRun,
  answers: Answers,
): Promise<boolean> {
  const now = ctx.now();
  const projectIds = await lockForAnalysis(tx, wanted, run.busy);
  await holdMatchingKeys(tx);
  if (await hasMissingKeys(tx, projectIds)) return false;
  const scope = { projectIds };
  await openReports(tx);
  await matchComponents(tx, scope);
  await reportAnswers(tx, answers);
  const found = await recordFindings(tx, { scope, analyzers: listSpeakers(answers) }, now);
  const carried = await carryOverToNewVersions(tx, now, found);
  const changes = (await ctx.applyRules?.(tx, now, projectIds, carried)) ?? carried;
  if (run.trigger) await emitFindingEvents(tx, now, run.trigger, changes);
  if (run.importedAt) await emitOfImport(tx, projectIds, run.importedAt, now);
  if (answers.failures.size > 0) await emitFailures(tx, now, answers, await listProjectNames(tx, projectIds));
  await recordAnalysisTime(tx, projectIds, now);
  await settleDueAnalyses(tx, projectIds);
  await run.finish?.(tx);
  return true;
}

async function emitOfImport(tx: Tx, projectIds: readonly number[], importedAt: Date, now: Date) {
  for (const projectId of projectIds) await emitNewDependencyEvents(tx, now, projectId, importedAt);
}
