import type { Context } from '../../platform/context.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { cleanUpImports } from './clean-up-imports.ts';
import { importVex } from './import-vex.ts';
import { createVexThreads } from './vex-threads.ts';

/** The threads are started when there is something to import and end by themselves when there is nothing. */
export function vexJobs(ctx: Context): Pick<JobHandlers, 'import-vex' | 'vex-cleanup'> {
  const threads = createVexThreads();
  return {
    'import-vex': (job) => importVex(ctx, threads, job),
    'vex-cleanup': () => cleanUpImports(ctx),
  };
}
