import type { RunSession } from '../run-session.ts';
import { UnreadableDataError } from '../unreadable-data-error.ts';

interface SurveyedArchive {
  readonly count: number;
  /** The entries that have to be read. */
  readonly entries: Uint32Array;
  /** The latest time of modification in it. */
  readonly newest: Date | undefined;
}

/**
 * Reads an archive of OSV records: first all of it is checked, then what is new or was modified is recorded, batch by
 * batch. A run that is killed in between goes on behind the batches that it has committed, because these are known.
 *
 * `anew`: what is known was understood differently, so all of it is read.
 */
export async function readOsvArchive(
  session: RunSession,
  path: string,
  anew: boolean,
): Promise<SurveyedArchive> {
  const surveyed = await survey(session, path, anew);
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
  if (readable === 0)
    throw new UnreadableDataError('None of the files in the archive is a record of the OSV schema.');
  return surveyed;
}

async function survey(session: RunSession, path: string, anew: boolean): Promise<SurveyedArchive> {
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
    if (anew) entries.push(...block.entries);
    else for (const index of await session.listUnread(block)) entries.push(block.entries[index] ?? 0);
  }
  return { count, entries: Uint32Array.from(entries), newest: newest === 0 ? undefined : new Date(newest) };
}
