import type { RunSession } from '../run-session.ts';
import { UnreadableDataError } from '../unreadable-data-error.ts';

interface SurveyedArchive {
  readonly count: number;
  /** The entries that must be read. */
  readonly entries: Uint32Array;
  /** The latest modification time. */
  readonly newest: Date | undefined;
}

/**
 * Reads an archive of OSV records. First the whole archive is checked, then new and modified records are recorded in
 * batches. A killed run resumes after its committed batches, because these records are known. `readAll` reads all
 * records, because the reader has changed.
 */
export async function readOsvArchive(
  session: RunSession,
  path: string,
  readAll: boolean,
): Promise<SurveyedArchive> {
  const surveyed = await survey(session, path, readAll);
  const { count, entries } = surveyed;
  const known = count - entries.length;
  if (known > 0) await session.recordKnown(known);
  const { maxBytes } = session.downloads;
  let read = known;
  let readable = known;
  for await (const message of session.read({ kind: 'read-archive', path, maxBytes, entries })) {
    if (!('records' in message)) continue;
    read += message.read;
    session.progress('recording', read, count);
    readable += await session.recordPacked(message);
  }
  if (readable === 0) throw new UnreadableDataError('The archive contains no record of the OSV schema.');
  return surveyed;
}

async function survey(session: RunSession, path: string, readAll: boolean): Promise<SurveyedArchive> {
  const { maxBytes } = session.downloads;
  const entries: number[] = [];
  let count = 0;
  let newest = 0;
  for await (const message of session.read({ kind: 'survey-archive', path, maxBytes })) {
    if (!('survey' in message)) continue;
    const { survey: block } = message;
    count += block.entries.length;
    session.progress('checking', count);
    newest = Math.max(newest, block.newest);
    if (readAll) entries.push(...block.entries);
    else for (const index of await session.listUnread(block)) entries.push(block.entries[index] ?? 0);
  }
  return { count, entries: Uint32Array.from(entries), newest: newest === 0 ? undefined : new Date(newest) };
}
