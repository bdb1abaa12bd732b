import { open, readFile, stat } from 'node:fs/promises';
import type { ImportedFile } from '../mirror-source.ts';
import { READER_VERSION } from '../reader-version.ts';
import type { RunSession } from '../run-session.ts';
import { toRecordDigest } from '../to-record-digest.ts';
import { UnreadableDataError } from '../unreadable-data-error.ts';
import { readOsvArchive } from './read-osv-archive.ts';
import { toOsvRecord } from './to-osv-record.ts';

/** Remembers which reader version has read files. */
const PART = 'files';

const MAX_RECORD_BYTES = 32 * 1024 * 1024;

/** Reads an archive of records as published by OSV, or one record. */
export async function readOsvFile(session: RunSession, { path }: ImportedFile): Promise<void> {
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
  const text = size > MAX_RECORD_BYTES ? '' : await readFile(path, 'utf8');
  const record = toOsvRecord(parse(text));
  if (!record)
    throw new UnreadableDataError('The file is neither a ZIP archive nor a record of the OSV schema.');
  return { ...record, digest: toRecordDigest(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
