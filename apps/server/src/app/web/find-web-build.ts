import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface WebFile {
  readonly type: string;
  /** Forms that lie beside the file, the smallest first. */
  readonly encodings: readonly ('br' | 'gzip')[];
}

/** A finished build of apps/web. Its folder is never written to again, so a running service can rely on it. */
export interface WebBuild {
  readonly directory: string;
  /** With placeholders for the nonce and the base path. */
  readonly indexHtml: string;
  /** By their path below the folder. */
  readonly files: ReadonlyMap<string, WebFile>;
}

const BUILDS = join(import.meta.dirname, '../../../../web/dist');

/** The build that `npm start` made last; none when it failed or was never made. */
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
