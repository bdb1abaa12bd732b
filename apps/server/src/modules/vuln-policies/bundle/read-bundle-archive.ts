import { buffer } from 'node:stream/consumers';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { BundleFailure } from './bundle-failure.ts';

export interface ArchivedFile {
  readonly name: string;
  readonly text: string;
}

const MAX_ENTRIES = 1_000;
const MAX_ENTRY_BYTES = 1024 * 1024;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads the YAML files of a ZIP archive. Checks the declared and the real sizes, and rejects names that lead out of the
 * archive. Throws a `BundleFailure`.
 */
export async function readBundleArchive(bytes: Buffer): Promise<ArchivedFile[]> {
  const archive = await open(bytes);
  try {
    return await readEntries(archive);
  } catch (error) {
    if (error instanceof BundleFailure) throw error;
    throw new BundleFailure(`The archive cannot be read: ${error instanceof Error ? error.message : error}`);
  } finally {
    archive.close();
  }
}

function open(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, strictFileNames: true }, (error, archive) => {
      if (error) reject(new BundleFailure(`The bundle is not a ZIP archive: ${error.message}`));
      else resolve(archive);
    });
  });
}

async function readEntries(archive: ZipFile): Promise<ArchivedFile[]> {
  if (archive.entryCount > MAX_ENTRIES) {
    throw new BundleFailure(
      `The archive has ${archive.entryCount} entries, at most ${MAX_ENTRIES} are allowed.`,
    );
  }
  const files: ArchivedFile[] = [];
  let total = 0;
  let seen = 0;
  for await (const entry of entriesOf(archive)) {
    seen += 1;
    total += entry.uncompressedSize;
    if (seen > MAX_ENTRIES) throw new BundleFailure(`The archive has more than ${MAX_ENTRIES} entries.`);
    if (total > MAX_BYTES) throw new BundleFailure(`The archive contains more than ${MAX_BYTES} bytes.`);
    if (isPolicyFile(entry.fileName)) files.push(await readEntry(archive, entry));
  }
  return files;
}

async function* entriesOf(archive: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await nextEntry(archive);
    if (!entry) return;
    yield entry;
  }
}

function nextEntry(archive: ZipFile): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    archive.removeAllListeners();
    archive.once('entry', resolve);
    archive.once('end', () => resolve(undefined));
    archive.once('error', reject);
    archive.readEntry();
  });
}

/** "`*.yaml`, `*.yml` not starting with `.` or `_`." */
function isPolicyFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return /\.ya?ml$/i.test(name) && !/^[._]/.test(name);
}

async function readEntry(archive: ZipFile, entry: Entry): Promise<ArchivedFile> {
  const name = entry.fileName;
  if (entry.uncompressedSize > MAX_ENTRY_BYTES) {
    throw new BundleFailure(`${name} is larger than ${MAX_ENTRY_BYTES} bytes.`);
  }
  if (entry.isEncrypted()) throw new BundleFailure(`${name} is encrypted.`);
  // The reader fails if an entry is larger than declared.
  const bytes = await buffer(await openEntry(archive, entry));
  try {
    return { name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    throw new BundleFailure(`${name} is not UTF-8.`);
  }
}

function openEntry(archive: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> {
  return new Promise((resolve, reject) => {
    archive.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });
}
