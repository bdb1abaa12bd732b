import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { EXIT } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';
import { type DataSourceName, findKind } from './find-kind.ts';

/** Files of one source, in the order in which they are imported; records of OSV that lie on their own go together. */
export interface DataFiles {
  readonly source: DataSourceName;
  readonly paths: readonly string[];
  readonly isPacked: boolean;
}

/** What there is to import in a folder, or of which source a single file is. */
export async function findDataFiles(path: string): Promise<DataFiles[]> {
  const paths = await listFiles(path);
  const found = await Promise.all(paths.map(async (file) => ({ file, kind: await findKind(file) })));
  const of = (kind: string) => found.filter((one) => one.kind === kind).map(({ file }) => file);
  const whole = (source: DataSourceName) =>
    of(source).map((file) => ({ source, paths: [file], isPacked: false }));
  const archived = new Set(of('osv').map(dirname));
  const records = of('osv-record').filter((file) => !archived.has(dirname(file)));
  const packed = records.length > 0 ? [{ source: 'osv' as const, paths: records, isPacked: true }] : [];
  const files = [...whole('nvd'), ...whole('osv'), ...packed, ...whole('epss'), ...whole('kev')];
  if (files.length > 0) return files;
  throw new CommandError(
    EXIT.usage,
    `${path} has nothing to import. There may be archives (all.zip) or records of OSV, feeds of NVD ` +
      '(nvdcve-2.0-….json.gz), EPSS scores (….csv.gz) and the KEV catalogue of CISA (….json).',
  );
}

async function listFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch((error: Error) => {
    throw new CommandError(EXIT.usage, `${path} cannot be read: ${error.message}`);
  });
  if (!found.isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  return files.map((entry) => join(entry.parentPath, entry.name)).sort(byName);
}

/** The feed of what was modified comes last: it is newer than those of the years. */
function byName(a: string, b: string): number {
  const [isModified, isOtherModified] = [a, b].map((path) => basename(path).includes('-modified'));
  if (isModified !== isOtherModified) return isModified ? 1 : -1;
  return a < b ? -1 : 1;
}
