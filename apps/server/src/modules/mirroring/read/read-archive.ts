import type { Send } from '../../../platform/threads/serve-thread.ts';
import { toOsvRecord } from '../osv/to-osv-record.ts';
import { openArchive } from './open-archive.ts';
import type { ReaderMessage, ReaderTask } from './reader-task.ts';
import { RecordBatch } from './record-batch.ts';

type ReadTask = Extract<ReaderTask, { kind: 'read-archive' }>;

/** The records of an archive. What is no record is passed over: an archive is not refused for one file in it. */
export async function readArchive(
  { path, maxBytes, entries }: ReadTask,
  send: Send<ReaderMessage>,
): Promise<number> {
  const archive = openArchive(path, maxBytes);
  const batch = new RecordBatch(send);
  try {
    for (const index of entries) {
      const content = archive.read(index);
      await batch.add(toOsvRecord(parse(content)), content);
    }
    await batch.flush();
  } finally {
    archive.close();
  }
  return entries.length;
}

function parse(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    return undefined;
  }
}
