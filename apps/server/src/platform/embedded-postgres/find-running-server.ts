import { join, resolve } from 'node:path';
import { findCluster } from './cluster-place.ts';
import { databaseUrl } from './database-connection.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { findFileText } from './find-file-text.ts';
import { findPostmasterFile } from './postmaster-file.ts';
import { isPostmasterOf } from './process-liveness.ts';

/**
 * URL of the embedded PostgreSQL that another process, usually the service, runs in this directory. For commands that run
 * at the same time. Undefined if none runs.
 */
export function findRunningServer(dataDirectory: string, database = 'tallyman'): string | undefined {
  const folder = resolve(dataDirectory);
  const path = join(folder, 'password');
  try {
    const cluster = findCluster(folder);
    const server = cluster === null ? null : findPostmasterFile(cluster);
    if (cluster === null || server === null || !isPostmasterOf(server.pid, cluster)) return undefined;
    const password = findFileText(path)?.trim();
    return password ? databaseUrl(server.port, password, database) : undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
    throw new EmbeddedPostgresError(
      `The embedded database in ${folder} belongs to another user. Run this command as the user who runs the service.`,
      { cause: error },
    );
  }
}
