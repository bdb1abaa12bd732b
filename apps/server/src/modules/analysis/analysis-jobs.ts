import type { Context } from '../../platform/context.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { analyzeProject } from './analyze-project.ts';

export function analysisJobs(ctx: Context): Pick<JobHandlers, 'analyze-project'> {
  return { 'analyze-project': (job) => analyzeProject(ctx, job) };
}
