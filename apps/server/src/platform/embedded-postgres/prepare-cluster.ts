import { symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createCluster, requireMajor, takeOwnership } from './cluster.ts';
import { findCluster, makeClusterHome, requireReachable, resolveReachableFolder } from './cluster-place.ts';
import type { EmbeddedPostgresLog } from './embedded-postgres-log.ts';
import { requireSpaceForCluster } from './free-space.ts';
import { type PostgresBinaries, prepareBinaries } from './postgres-binaries.ts';
import { type RunAs, resolveRunAs } from './run-as.ts';

export interface PreparedCluster {
  cluster: string;
  binaries: PostgresBinaries;
  runAs: RunAs | null;
  isNew: boolean;
}

interface Preparation {
  dataDirectory: string;
  fallbackDirectory: string;
  password: string;
  durable: boolean;
  log: EmbeddedPostgresLog;
}

/** The existing cluster after checks, or a new one. */
export async function prepareCluster(preparation: Preparation): Promise<PreparedCluster> {
  const { dataDirectory, fallbackDirectory } = preparation;
  const existing = findCluster(dataDirectory);
  const runAs = resolveRunAs(existing);
  const reachable = resolveReachableFolder(dataDirectory, runAs, fallbackDirectory);
  const binaries = await prepareBinaries(runAs, reachable);
  if (existing === null) {
    const cluster = await makeCluster(preparation, reachable, binaries, runAs);
    return { cluster, binaries, runAs, isNew: true };
  }
  requireMajor(existing, binaries);
  requireReachable(dirname(existing), runAs);
  takeOwnership(existing, runAs);
  return { cluster: existing, binaries, runAs, isNew: false };
}

async function makeCluster(
  { dataDirectory, password, durable, log }: Preparation,
  reachable: string,
  binaries: PostgresBinaries,
  runAs: RunAs | null,
): Promise<string> {
  requireSpaceForCluster(reachable);
  const linked = reachable !== dataDirectory;
  const cluster = join(linked ? makeClusterHome(reachable) : dataDirectory, 'cluster');
  log('info', `Creating a PostgreSQL ${binaries.version} database in ${cluster}.`);
  await createCluster(cluster, { binaries, runAs, password, durable });
  if (linked) {
    symlinkSync(cluster, join(dataDirectory, 'cluster'));
    log(
      'warn',
      `PostgreSQL runs as ${runAs?.name}, who may not enter ${dataDirectory}: the database is kept in ${cluster} and ` +
        'linked from there. Set svc.data.directory to choose another place.',
    );
  }
  return cluster;
}
