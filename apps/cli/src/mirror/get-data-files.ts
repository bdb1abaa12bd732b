import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { EXIT } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';
import { listFiles } from '../get-input-files.ts';
import { type DataSourceName, findKind } from './find-kind.ts';

/** Files of one source in import order. Single OSV records are imported together. */
export interface DataFiles {
  readonly source: DataSourceName;
  readonly paths: readonly string[];
  readonly isPacked: boolean;
}

export interface FoundDataFiles {
  readonly files: readonly DataFiles[];
  /** Files that belong to no source. */
  readonly unrecognised: readonly string[];
}

/** Finds what can be imported from a folder, or the source of a single file. Throws if there is nothing. */
export async function getDataFiles(path: string): Promise<FoundDataFiles> {
  const paths = await listDataFiles(path);
  const found = await Promise.all(paths.map(async (file) => ({ file, kind: await findKind(file) })));
  const of = (kind: string | undefined) => found.filter((one) => one.kind === kind).map(({ file }) => file);
  const whole = (source: DataSourceName) =>
    of(source).map((file) => ({ source, paths: [file], isPacked: false }));
  const archived = new Set(of('osv').map(dirname));
  const records = of('osv-record').filter((file) => !archived.has(dirname(file)));
  const packed = records.length > 0 ? [{ source: 'osv' as const, paths: records, isPacked: true }] : [];
  const files = [
    ...whole('nvd'),
    ...whole('osv'),
    ...packed,
    ...whole('epss'),
    ...whole('kev'),
    ...whole('euvd'),
  ];
  const unrecognised = of(undefined);
  if (files.length > 0) return { files, unrecognised };
  throw new CommandError(
    EXIT.usage,
    [
      `${path} contains nothing to import. Supported are archives (all.zip) or records of OSV, feeds of NVD ` +
        '(nvdcve-2.0-….json.gz), EPSS scores (….csv.gz) and the catalogues of known exploited vulnerabilities of CISA and EUVD (….json).',
      ...unrecognised.map((file) => `  not recognised: ${file}`),
    ].join('\n'),
  );
}

async function listDataFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch((error: Error) => {
    throw new CommandError(EXIT.usage, `${path} cannot be read: ${error.message}`);
  });
  return found.isDirectory() ? (await listFiles(path)).sort(byName) : [path];
}

/** The feed of modified records comes last, because it is newer than those of the years. */
function byName(a: string, b: string): number {
  const [isModified, isOtherModified] = [a, b].map((path) => basename(path).includes('-modified'));
  if (isModified !== isOtherModified) return isModified ? 1 : -1;
  return a < b ? -1 : 1;
}
