import { statfsSync } from 'node:fs';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** An empty database with its log takes about 120 MB; the first data must fit too. */
const FIRST_START_BYTES = 200_000_000;

/** Throws if there is too little space for a new database: failing later would not explain why. */
export function requireSpaceForCluster(folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= FIRST_START_BYTES) return;
  throw new EmbeddedPostgresError(
    `There is not enough space for the embedded database in ${folder}: ${megabytes(free)} MB are free, ` +
      `${megabytes(FIRST_START_BYTES)} MB are needed. Free some space, or choose a folder on another disk with ` +
      'svc.data.directory.',
  );
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / 1e6);
}
