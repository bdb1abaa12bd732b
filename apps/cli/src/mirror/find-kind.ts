import { basename } from 'node:path';
import { readHead } from '../get-input-files.ts';

export type DataSourceName = 'nvd' | 'osv' | 'epss' | 'kev' | 'euvd';

/** An index file is part of the layout of a source, but contains no records. */
type DataKind = DataSourceName | 'osv-record' | 'index';

const INDEXES = /^(modified_id\.csv|ecosystems\.txt|.*\.meta)$/;

/** Returns the kind of a file, by its name or its first characters. */
export async function findKind(path: string): Promise<DataKind | undefined> {
  const name = basename(path).toLowerCase();
  if (INDEXES.test(name)) return 'index';
  if (name.endsWith('.zip')) return 'osv';
  if (/\.csv(\.gz|\.zst)?$/.test(name))
    return name.includes('epss') ? 'epss' : findCsvKind(await readHead(path));
  if (/^nvdcve-.*\.json(\.gz|\.zst)?$/.test(name)) return 'nvd';
  return /\.json(\.gz)?$/.test(name) ? findJsonKind(await readHead(path), name) : undefined;
}

function findCsvKind(head: string): DataKind | undefined {
  return /^(#.*\n)?cve,epss,percentile/.test(head) ? 'epss' : undefined;
}

function findJsonKind(head: string, name: string): DataKind | undefined {
  if (/"format"\s*:\s*"NVD_CVE"/.test(head)) return 'nvd';
  if (/"catalogVersion"\s*:/.test(head) || /"cveID"\s*:/.test(head)) return 'kev';
  if (/"euvdId"\s*:/.test(head) && /"cveId"\s*:/.test(head)) return 'euvd';
  return name.endsWith('.json') &&
    /"id"\s*:\s*"/.test(head) &&
    /"(modified|affected|schema_version)"\s*:/.test(head)
    ? 'osv-record'
    : undefined;
}
