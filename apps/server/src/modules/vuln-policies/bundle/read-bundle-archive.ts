import { setImmediate as nextTurn } from 'node:timers/promises';
import { ZipArchive, ZipError } from '../../../platform/files/zip-archive.ts';
import { BundleFailure } from './bundle-failure.ts';

export interface ArchivedFile {
  readonly name: string;
  readonly text: string;
}

const MAX_ENTRIES = 1_000;
const LIMITS = { maxEntryBytes: 1024 * 1024, maxTotalBytes: 64 * 1024 * 1024 };

/**
 * The YAML files of a ZIP archive. Throws a `BundleFailure` if a limit is exceeded, the archive is damaged, or a name
 * leads out of the archive.
 */
export async function readBundleArchive(path: string): Promise<ArchivedFile[]> {
  try {
    const archive = new ZipArchive(path, LIMITS);
    return await readEntries(archive).finally(() => archive.close());
  } catch (error) {
    throw error instanceof ZipError ? new BundleFailure(error.message) : error;
  }
}

async function readEntries(archive: ZipArchive): Promise<ArchivedFile[]> {
  const { count } = archive;
  if (count > MAX_ENTRIES) {
    throw new BundleFailure(`The archive has ${count} entries; at most ${MAX_ENTRIES} are allowed.`);
  }
  const files: ArchivedFile[] = [];
  for (let index = 0; index < count; index++) {
    const { name } = archive.entry(index);
    if (leadsOut(name)) throw new BundleFailure(`The archive cannot be read: invalid file name ${name}.`);
    if (!isPolicyFile(name)) continue;
    files.push({ name, text: readEntry(archive, index) });
    await nextTurn();
  }
  return files;
}

/** "`*.yaml`, `*.yml` not starting with `.` or `_`." */
function isPolicyFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return /\.ya?ml$/i.test(name) && !/^[._]/.test(name);
}

/** Nothing is written to disk. Such a name only occurs in an archive that was made to attack its readers. */
function leadsOut(path: string): boolean {
  return /^([a-z]:|\/)|\\/i.test(path) || path.split('/').includes('..');
}

function readEntry(archive: ZipArchive, index: number): string {
  const { name, size } = archive.entry(index);
  if (size > LIMITS.maxEntryBytes) {
    throw new BundleFailure(`${name} is larger than ${LIMITS.maxEntryBytes} bytes.`);
  }
  const bytes = archive.read(index);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new BundleFailure(`${name} is not UTF-8.`);
  }
}
