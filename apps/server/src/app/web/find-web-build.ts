import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface WebFile {
  readonly type: string;
  /** Compressed variants of the file, smallest first. */
  readonly encodings: readonly ('br' | 'gzip')[];
}

/** A finished build of apps/web. Its folder never changes. */
export interface WebBuild {
  readonly directory: string;
  /** With placeholders for the nonce and the base path. */
  readonly indexHtml: string;
  /** By path in the folder. */
  readonly files: ReadonlyMap<string, WebFile>;
}

const BUILDS = join(import.meta.dirname, '../../../../web/dist');

/** The latest build of `npm start`. Undefined if there is none. */
export function findWebBuild(builds: string = BUILDS): WebBuild | undefined {
  const current = join(builds, 'current');
  if (!existsSync(current)) return undefined;
  const directory = join(builds, readFileSync(current, 'utf8').trim());
  const list = join(directory, 'files.json');
  if (!existsSync(list)) return undefined;
  const files = JSON.parse(readFileSync(list, 'utf8')) as Record<string, WebFile>;
  return {
    directory,
    indexHtml: readFileSync(join(directory, 'index.html'), 'utf8'),
    files: new Map(Object.entries(files)),
  };
}
