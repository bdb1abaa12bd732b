import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  readonly version: string;
}

const manifest = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
) as Manifest;

export const APPLICATION = 'Tallyman';

/** 5.x: existing clients read it to decide which parts of the interface they may use. */
export const VERSION = manifest.version;
