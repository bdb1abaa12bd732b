import { basename } from 'node:path/posix';
import type { Send } from '../../../platform/threads/serve-thread.ts';
import { toOsvRecord } from '../osv/to-osv-record.ts';
import { openArchive } from './open-archive.ts';
import type { ReaderMessage, ReaderTask } from './reader-task.ts';
import { RecordBatch } from './record-batch.ts';

type ReadTask = Extract<ReaderTask, { kind: 'read-archive' }>;

/** Reads the records of an archive. One file that is not a record does not invalidate the archive. */
export async function readRecordArchive(
  { path, maxBytes, entries }: ReadTask,
  send: Send<ReaderMessage>,
): Promise<number> {
  const archive = openArchive(path, maxBytes);
  const batch = new RecordBatch(toOsvRecord, send);
  try {
    for (const index of entries) {
      await batch.add(() => basename(archive.entry(index).name, '.json'), archive.read(index));
    }
    await batch.flush();
  } finally {
    archive.close();
  }
  return entries.length;
}
