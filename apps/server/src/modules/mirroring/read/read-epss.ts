import type { Send } from '../../../platform/threads/serve-thread.ts';
import type { EpssScore } from '../../vulnerabilities/aliases/alias-access.ts';
import { isEpssScore } from '../../vulnerabilities/exploitation/is-epss-score.ts';
import { parseEpss } from '../epss/parse-epss.ts';
import { UnreadableDataError } from '../unreadable-data-error.ts';
import type { ReaderMessage, ReaderResult, ReaderTask } from './reader-task.ts';
import { unpackFile } from './unpack-file.ts';
import { describeIdFault, type UnreadableRecord } from './unreadable-record.ts';

type EpssTask = Extract<ReaderTask, { kind: 'read-epss' }>;

const BATCH = 5_000;

/** A current file has about ten megabytes unpacked. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Reads the whole file before it sends the first score, so that a truncated file changes nothing. */
export async function readEpss({ path }: EpssTask, send: Send<ReaderMessage>): Promise<ReaderResult> {
  const { date, scores } = parseEpss(await readText(path));
  if (!scores.some(isEpssScore)) throw new UnreadableDataError('The EPSS file has no scores.');
  for (let at = 0; at < scores.length; at += BATCH) {
    const some = scores.slice(at, at + BATCH);
    const unreadable = some.flatMap((score, n) => (isEpssScore(score) ? [] : [toUnreadable(score, at + n)]));
    await send({ scores: some.filter(isEpssScore), unreadable });
  }
  return { count: scores.length, date };
}

const MAX_NAME_LENGTH = 100;

function toUnreadable({ cve }: EpssScore, n: number): UnreadableRecord {
  const reason =
    cve === '' ? describeIdFault(undefined) : 'It is not a CVE with a score and a percentile from 0 to 1.';
  return { record: cve.slice(0, MAX_NAME_LENGTH) || `number ${n + 1}`, reason };
}

async function readText(path: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unpackFile(path)) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new UnreadableDataError('The EPSS file is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
