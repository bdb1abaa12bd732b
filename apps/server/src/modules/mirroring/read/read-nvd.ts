import { createHash } from 'node:crypto';
import type { Send } from '../../../platform/threads/serve-thread.ts';
import { toNvdRecord } from '../nvd/to-nvd-record.ts';
import { UnreadableDataError } from '../unreadable-data-error.ts';
import type { ReaderMessage, ReaderResult, ReaderTask } from './reader-task.ts';
import { RecordBatch } from './record-batch.ts';
import { JsonSplitter } from './split-json.ts';
import { unpackFile } from './unpack-file.ts';

type NvdTask = Extract<ReaderTask, { kind: 'read-nvd' }>;

const MAX_RECORD_BYTES = 32 * 1024 * 1024;
const MAX_START_LENGTH = 200;

/**
 * Reads the records of a document of the 2.0 schema. Reads it twice, so that a damaged, truncated or substituted
 * document is rejected before any record is sent.
 */
export async function readNvd({ path, sha256 }: NvdTask, send: Send<ReaderMessage>): Promise<ReaderResult> {
  const header = await check(path, sha256);
  const splitter = new JsonSplitter('vulnerabilities', MAX_RECORD_BYTES);
  const batch = new RecordBatch(toNvdRecord, send);
  let count = 0;
  for await (const chunk of unpackFile(path)) {
    for (const element of splitter.write(chunk)) {
      count++;
      const place = count;
      await batch.add(() => nameOf(element, place), element);
    }
  }
  await batch.flush();
  return { count, header };
}

async function check(path: string, sha256: string | undefined): Promise<unknown> {
  const hash = createHash('sha256');
  const splitter = new JsonSplitter('vulnerabilities', MAX_RECORD_BYTES);
  for await (const chunk of unpackFile(path)) {
    hash.update(chunk);
    for (const _element of splitter.write(chunk));
  }
  if (sha256 !== undefined && hash.digest('hex') !== sha256.toLowerCase()) {
    throw new UnreadableDataError('The file does not match its checksum.');
  }
  return splitter.end();
}

/** Name of the record before it is parsed. */
function nameOf(element: Buffer, count: number): string {
  const start = element.toString('utf8', 0, MAX_START_LENGTH);
  return /"id"\s*:\s*"([^"\\]{1,100})"/.exec(start)?.[1] ?? `number ${count}`;
}
