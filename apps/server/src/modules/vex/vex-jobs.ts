import type { Context } from '../../platform/context.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { cleanUpImports } from './clean-up-imports.ts';
import { importVex, recordFailure } from './import-vex.ts';
import { createVexThreads } from './vex-threads.ts';

/** The threads are started when there is something to import and end by themselves when there is nothing. */
export function vexJobs(ctx: Context): Pick<JobHandlers, 'import-vex' | 'vex-cleanup'> {
  const threads = createVexThreads();
  return {
    'import-vex': {
      run: (job) => importVex(ctx, threads, job),
      recordGivenUp: (tx, job) => recordFailure(ctx, tx, job),
    },
    'vex-cleanup': () => cleanUpImports(ctx),
  };
}
