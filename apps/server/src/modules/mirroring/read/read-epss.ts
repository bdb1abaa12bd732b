import type { Send } from '../../../platform/threads/serve-thread.ts';
import { parseEpss } from '../epss/parse-epss.ts';
import { UnreadableDataError } from '../unreadable-data-error.ts';
import type { ReaderMessage, ReaderResult, ReaderTask } from './reader-task.ts';
import { unpackFile } from './unpack-file.ts';

type EpssTask = Extract<ReaderTask, { kind: 'read-epss' }>;

const BATCH = 5_000;

/** A file of today has some ten megabytes unpacked. */
const MOST_BYTES = 64 * 1024 * 1024;

/** All of it is read before the first score is given away: a file that is cut off changes nothing. */
export async function readEpss({ path }: EpssTask, send: Send<ReaderMessage>): Promise<ReaderResult> {
  const { date, scores } = parseEpss(await readText(path));
  if (scores.length === 0) throw new UnreadableDataError('The EPSS file has no scores.');
  for (let at = 0; at < scores.length; at += BATCH) await send({ scores: scores.slice(at, at + BATCH) });
  return { count: scores.length, date };
}

async function readText(path: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unpackFile(path)) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new UnreadableDataError('The EPSS file is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
