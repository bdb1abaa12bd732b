import type { JobPayloads } from '../../platform/jobs/catalog.ts';
import type { RunningJob } from '../../platform/jobs/job-handler.ts';
import { findProjectId } from '../portfolio/projects/find-project-id.ts';
import type { AnalysisContext } from './analysis-context.ts';
import { analyzeProjects } from './analyze-projects.ts';

type AnalysisJob = RunningJob<JobPayloads['analyze-project']>;

/** The trigger that notifications name. A clone emits none: its findings are those of the original. */
const TRIGGERS = { BOM_UPLOAD: 'BOM_UPLOAD', MANUAL: 'MANUAL', CHANGE: 'MANUAL', CLONE: undefined } as const;

const CAUSES = {
  BOM_UPLOAD: 'BOM_UPLOAD',
  MANUAL: 'ANALYSIS',
  CHANGE: 'COMPONENT_CHANGE',
  CLONE: 'CLONE',
} as const;

/** Analyses one project: after an upload, on request, or because its components changed. */
export async function analyzeProject(ctx: AnalysisContext, job: AnalysisJob): Promise<void> {
  const { projectUuid, trigger, importedAt } = job.payload;
  const projectId = await findProjectId(ctx.db, projectUuid);
  // The project was deleted meanwhile.
  if (projectId === undefined) return;
  await analyzeProjects(ctx, [projectId], {
    trigger: TRIGGERS[trigger],
    cause: CAUSES[trigger],
    importedAt: importedAt === undefined ? undefined : new Date(importedAt),
    signal: job.signal,
    finish: (tx) => job.completeInTransaction(tx),
  });
}
