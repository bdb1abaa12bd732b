import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';

export type DataSourceName = 'nvd' | 'osv' | 'epss' | 'kev';

type DataKind = DataSourceName | 'osv-record';

const HEAD_BYTES = 64 * 1024;

/** What a file is, by its name and, where that says little, by how it begins. */
export async function findKind(path: string): Promise<DataKind | undefined> {
  const name = basename(path).toLowerCase();
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
  return name.endsWith('.json') &&
    /"id"\s*:\s*"/.test(head) &&
    /"(modified|affected|schema_version)"\s*:/.test(head)
    ? 'osv-record'
    : undefined;
}

async function readHead(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return unpack(buffer.subarray(0, bytesRead)).toString('utf8');
  } finally {
    await file.close();
  }
}

/** As much as the beginning unpacks to. */
function unpack(head: Buffer): Buffer {
  if (head[0] !== 0x1f || head[1] !== 0x8b) return head;
  try {
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, HEAD_BYTES);
  } catch {
    return Buffer.alloc(0);
  }
}
