import type { Context } from '../../platform/context.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { recordFailure } from '../documents/end-upload.ts';
import { cleanUpImports } from './clean-up-imports.ts';
import { importVex } from './import-vex.ts';
import { VEX_KIND } from './vex-kind.ts';
import { createVexThreads } from './vex-threads.ts';

/** The threads start with the first import and end when they are idle. */
export function vexJobs(ctx: Context): Pick<JobHandlers, 'import-vex' | 'vex-cleanup'> {
  const threads = createVexThreads();
  return {
    'import-vex': {
      run: (job) => importVex(ctx, threads, job),
      onFailure: async (tx, job) => {
        await recordFailure(ctx, tx, VEX_KIND, job);
      },
    },
    'vex-cleanup': () => cleanUpImports(ctx),
  };
}
