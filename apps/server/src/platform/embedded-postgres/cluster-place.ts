import { chmodSync, lstatSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { findClosedFolder, type RunAs } from './run-as.ts';

/** The existing cluster, with links resolved. */
export function findCluster(dataDirectory: string): string | null {
  const path = join(dataDirectory, 'cluster');
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
  try {
    return realpathSync(path);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `${path} is a link to a database that is not there any more. Restore it, or delete the link to begin ` +
        'with an empty database.',
      { cause: error },
    );
  }
}

/**
 * The folder for files that the database's user must reach. A checkout under /root is closed to other users: then the
 * files are kept under `fallbackDirectory`, and root's home stays closed.
 */
export function resolveReachableFolder(
  dataDirectory: string,
  runAs: RunAs | null,
  fallbackDirectory: string,
): string {
  const closed = runAs === null ? null : findClosedFolder(dataDirectory, runAs);
  if (runAs === null || closed === null) return dataDirectory;
  try {
    mkdirSync(fallbackDirectory, { recursive: true });
    chmodSync(fallbackDirectory, 0o755);
    requireReachable(fallbackDirectory, runAs);
    return fallbackDirectory;
  } catch (error) {
    throw unreachable(dataDirectory, closed, runAs, error);
  }
}

/** Never a folder that was used before: it may contain the only copy of data. */
export function makeClusterHome(fallbackDirectory: string): string {
  const home = mkdtempSync(join(fallbackDirectory, 'postgres-'));
  chmodSync(home, 0o711);
  return home;
}

export function requireReachable(path: string, runAs: RunAs | null): void {
  const closed = runAs === null ? null : findClosedFolder(path, runAs);
  if (runAs !== null && closed !== null) throw unreachable(path, closed, runAs);
}

function unreachable(path: string, closed: string, runAs: RunAs, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root, and ${runAs.name}, whom it runs as instead, may not enter ${closed} on ` +
      `the way to ${path}. Set svc.data.directory to a place outside it (moving the data there if there is ` +
      `any), open that folder for passing (chmod o+x ${closed}), or start Tallyman as an ordinary user.`,
    { cause },
  );
}
