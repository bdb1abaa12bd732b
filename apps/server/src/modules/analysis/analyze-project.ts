import type { JobPayloads } from '../../platform/jobs/catalog.ts';
import type { RunningJob } from '../../platform/jobs/job-handler.ts';
import { findProjectId } from '../portfolio/record-analysis.ts';
import type { AnalysisContext } from './analysis-context.ts';
import { analyzeProjects } from './analyze-projects.ts';

type AnalysisJob = RunningJob<JobPayloads['analyze-project']>;

/** How notifications call it. Of what a clone has in common with its original nothing is told. */
const TRIGGERS = { BOM_UPLOAD: 'BOM_UPLOAD', MANUAL: 'MANUAL', CHANGE: 'MANUAL', CLONE: undefined } as const;

/** Somebody waits for it: after an upload, by hand, or because components were changed. */
export async function analyzeProject(ctx: AnalysisContext, job: AnalysisJob): Promise<void> {
  const { projectUuid, trigger, importedAt } = job.payload;
  const projectId = await findProjectId(ctx.db, projectUuid);
  // Deleted meanwhile.
  if (projectId === undefined) return;
  await analyzeProjects(ctx, [projectId], {
    trigger: TRIGGERS[trigger],
    importedAt: importedAt === undefined ? undefined : new Date(importedAt),
    signal: job.signal,
    finish: (tx) => job.completeInTransaction(tx),
  });
}
