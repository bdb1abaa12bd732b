import type { Context } from '../../platform/context.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { createLicenseTables } from '../licenses/load-license-table.ts';
import { createBomThreads } from './bom-threads.ts';
import { cleanUpUploads } from './clean-up-uploads.ts';
import { importBom } from './import-bom.ts';
import { recordFailure } from './record-failure.ts';

/** The threads are started when there is something to import and end by themselves when there is nothing. */
export function bomJobs(ctx: Context): Pick<JobHandlers, 'import-bom' | 'bom-cleanup'> {
  const tools = { threads: createBomThreads(), findLicenses: createLicenseTables(ctx.db) };
  return {
    'import-bom': {
      run: (job) => importBom(ctx, tools, job),
      recordGivenUp: (tx, job) => recordFailure(ctx, tx, job),
    },
    'bom-cleanup': () => cleanUpUploads(ctx),
  };
}
