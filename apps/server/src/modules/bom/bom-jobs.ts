import type { Context } from '../../platform/context.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { createLicenseTables } from '../licenses/load-license-table.ts';
import { createBomThreads } from './bom-threads.ts';
import { cleanUpUploads } from './clean-up-uploads.ts';
import { importBom } from './import-bom.ts';
import { recordBomFailure } from './record-bom-failure.ts';

/** The threads start with the first import and end when they are idle. */
export function bomJobs(ctx: Context): Pick<JobHandlers, 'import-bom' | 'bom-cleanup'> {
  const deps = { threads: createBomThreads(), findLicenses: createLicenseTables(ctx.db) };
  return {
    'import-bom': {
      run: (job) => importBom(ctx, deps, job),
      onFailure: (tx, job) => recordBomFailure(ctx, tx, job),
    },
    'bom-cleanup': () => cleanUpUploads(ctx),
  };
}
