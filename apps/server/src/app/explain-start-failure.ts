import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { inspect } from 'node:util';
import type { Config } from '../platform/config/load-config.ts';
import { StartError } from '../platform/errors.ts';

const NO_SPACE = /\bENOSPC\b|\bEDQUOT\b|No space left on device|'53100'/;

/** PostgreSQL writes its log in files of 16 MB. With less space it ends without saying why. */
const MIN_FREE_BYTES = 16 * 1024 * 1024;

/** Explains a full disk, which can fail any step of the start. Returns other errors unchanged. */
export function explainStartFailure(error: unknown, config: Config): unknown {
  const directory = config['svc.data.directory'];
  const isEmbedded = !config.datasources.default?.url;
  const free = findFreeBytes(directory);
  const isFull = NO_SPACE.test(inspect(error, { depth: 5 }));
  const isStarved =
    isEmbedded && free !== undefined && free < MIN_FREE_BYTES && !(error instanceof StartError);
  if (!isFull && !isStarved) return error;
  const place = isEmbedded ? directory : `${directory}, or of the database`;
  const left = free === undefined ? '' : ` (${Math.floor(free / 1e6)} MB are free in ${directory})`;
  return new StartError(
    `There is no space left on the disk of ${place}${left}. Free some, or choose a folder on another disk with ` +
      'svc.data.directory, and start again.',
  );
}

/** Of the folder, or of its nearest existing parent. */
function findFreeBytes(directory: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch {
    const parent = dirname(directory);
    return parent === directory ? undefined : findFreeBytes(parent);
  }
}
