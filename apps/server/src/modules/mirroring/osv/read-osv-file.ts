import { open, readFile, stat } from 'node:fs/promises';
import { digestOf } from '../digest-of.ts';
import type { BroughtFile } from '../mirror-source.ts';
import { READER_VERSION } from '../reader-version.ts';
import type { RunSession } from '../run-session.ts';
import { UnreadableDataError } from '../unreadable-data-error.ts';
import { readOsvArchive } from './read-osv-archive.ts';
import { toOsvRecord } from './to-osv-record.ts';

/** Which version has read files. */
const PART = 'files';

const LARGEST_RECORD = 32 * 1024 * 1024;

/** An archive of records as OSV publishes it, or one record. */
export async function readOsvFile(session: RunSession, { path }: BroughtFile): Promise<void> {
  const stored = await session.findPosition(PART);
  const position = { part: PART, value: { reader: READER_VERSION } };
  if (await isArchive(path)) {
    await readOsvArchive(session, path, stored !== undefined && stored.reader !== READER_VERSION);
    await session.recordVulnerabilities([], position);
  } else await session.recordVulnerabilities([await readRecord(path)]);
}

async function isArchive(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('latin1') === 'PK';
  } finally {
    await file.close();
  }
}

async function readRecord(path: string) {
  const { size } = await stat(path);
  const text = size > LARGEST_RECORD ? '' : await readFile(path, 'utf8');
  const record = toOsvRecord(parse(text));
  if (!record)
    throw new UnreadableDataError('The file is neither a ZIP archive nor a record of the OSV schema.');
  return { ...record, digest: digestOf(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
