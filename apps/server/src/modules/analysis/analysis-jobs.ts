import { inTransaction } from '../../platform/db/database.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { analyzeProject } from './analyze-project.ts';
import { analyzeStaleProjects } from './analyze-stale-projects.ts';
import type { AnalysisContext } from './apply-rules.ts';
import { matchChangedVulnerabilities } from './match-changed-vulnerabilities.ts';
import { deleteUnusedKeys } from './matching-keys-store.ts';

type AnalysisJobs =
  | 'analyze-project'
  | 'analyze-stale-projects'
  | 'match-changed-vulnerabilities'
  | 'matching-cleanup';

export function analysisJobs(ctx: AnalysisContext): Pick<JobHandlers, AnalysisJobs> {
  return {
    'analyze-project': (job) => analyzeProject(ctx, job),
    'analyze-stale-projects': (job) => analyzeStaleProjects(ctx, job),
    'match-changed-vulnerabilities': (job) => matchChangedVulnerabilities(ctx, job),
    'matching-cleanup': () => inTransaction(ctx.db, deleteUnusedKeys),
  };
}
