import { inTransaction } from '../../platform/db/database.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { postponeAnalysis } from '../portfolio/scheduling/enqueue-analysis.ts';
import type { AnalysisContext } from './analysis-context.ts';
import { analyzeProject } from './analyze-project.ts';
import { analyzeStaleProjects } from './analyze-stale-projects.ts';
import { deleteAnswersBefore } from './analyzer-store.ts';
import { ANSWER_MAX_AGE_MS } from './analyzers/answer-cache.ts';
import { isInternalEnabled } from './internal-analyzer.ts';
import { createAnalyzerLoader } from './load-analyzers.ts';
import { matchChangedVulnerabilities } from './match-changed-vulnerabilities.ts';
import { deleteUnusedKeys } from './matching-keys-store.ts';

type AnalysisJobs =
  | 'analyze-project'
  | 'analyze-stale-projects'
  | 'match-changed-vulnerabilities'
  | 'matching-cleanup';

export function analysisJobs(base: AnalysisContext): Pick<JobHandlers, AnalysisJobs> {
  const ctx: AnalysisContext = {
    ...base,
    loadAnalyzers: createAnalyzerLoader(base),
    isInternalEnabled: (db) => isInternalEnabled(base.config, db),
  };
  return {
    'analyze-project': {
      run: (job) => analyzeProject(ctx, job),
      onFailure: (tx, { payload, reason }) => postponeAnalysis(ctx, tx, payload.projectUuid, reason),
    },
    'analyze-stale-projects': (job) => analyzeStaleProjects(ctx, job),
    'match-changed-vulnerabilities': (job) => matchChangedVulnerabilities(ctx, job),
    'matching-cleanup': async () => {
      await inTransaction(ctx.db, deleteUnusedKeys);
      const oldest = new Date(ctx.now().getTime() - ANSWER_MAX_AGE_MS);
      await inTransaction(ctx.db, (tx) => deleteAnswersBefore(tx, oldest));
    },
  };
}
