import type { Context } from '../../platform/context.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { createOutgoingClients } from '../../platform/outgoing-http/create-outgoing-clients.ts';
import { cleanUpRuns } from './clean-up-runs.ts';
import { createReaderThreads } from './read/reader-threads.ts';
import { recordFailedRun, runMirror } from './run-mirror.ts';
import { getSource } from './sources.ts';
import { startScheduledRun } from './start-run.ts';

type MirroringJob =
  | 'mirror-vuln-data-source'
  | 'mirror-run-cleanup'
  | 'mirror-nvd'
  | 'mirror-osv'
  | 'mirror-github'
  | 'mirror-epss'
  | 'mirror-kev'
  | 'mirror-euvd';

/** Threads and connections are created on demand and end when idle. */
export function mirroringJobs(ctx: Context): Pick<JobHandlers, MirroringJob> {
  const clients = createOutgoingClients(ctx.config, 'Tallyman');
  const deps = { clients, threads: createReaderThreads() };
  const scheduled = (name: string) => () => startScheduledRun(ctx, getSource(name));
  return {
    'mirror-vuln-data-source': {
      run: (job) => runMirror(ctx, deps, job),
      onFailure: (tx, job) => recordFailedRun(ctx, tx, job),
    },
    'mirror-run-cleanup': () => cleanUpRuns(ctx),
    'mirror-nvd': scheduled('nvd'),
    'mirror-osv': scheduled('osv'),
    'mirror-github': scheduled('github'),
    'mirror-epss': scheduled('epss'),
    'mirror-kev': scheduled('kev'),
    'mirror-euvd': scheduled('euvd'),
  };
}
