import { setTimeout as sleep } from 'node:timers/promises';
import { type JsonObject, toObject, toTime } from '../../../platform/read-json.ts';
import { READER_VERSION } from '../reader-version.ts';
import type { RunSession } from '../run-session.ts';
import { UnreadableDataError } from '../unreadable-data-error.ts';
import { listWindows, type TimeWindow } from './list-windows.ts';
import { readNvdDocument } from './read-nvd-document.ts';

const PART = 'api';
const PAGE = 2_000;

/** The API allows 5 requests in 30 seconds without a key and 50 with one. Applies to its own host only. */
const LIMITED_HOST = 'services.nvd.nist.gov';
const PAUSE_MS = { withKey: 700, withoutKey: 6_500 };

/** Position in the API. */
interface ApiPosition {
  readonly reader: string;
  /** Everything modified before this time has been read. Absent during the first complete read. */
  readonly since?: string | undefined;
  /** The window being read: its end and the next page. */
  readonly until?: string | undefined;
  readonly startIndex?: number | undefined;
}

/**
 * Reads everything once, page by page, then what was modified, in time windows. Each page is committed with its
 * number.
 */
export async function mirrorApi(session: RunSession): Promise<void> {
  const position = parsePosition(await session.findPosition(PART));
  if (position?.since === undefined) await readAll(session, position);
  else await readModified(session, position.since, position);
}

function parsePosition(stored: JsonObject | undefined): ApiPosition | undefined {
  return stored?.reader === READER_VERSION ? (stored as unknown as ApiPosition) : undefined;
}

async function readAll(session: RunSession, resumed: ApiPosition | undefined): Promise<void> {
  const until = resumed?.until ?? session.now().toISOString();
  await readPages(session, {}, resumed?.startIndex ?? 0, (startIndex) => ({ until, startIndex }));
  await record(session, { since: until });
}

/** Resumes an unfinished window at its next page. */
async function readModified(session: RunSession, since: string, resumed: ApiPosition): Promise<void> {
  const start = toTime(since) ?? session.now();
  const begun = toTime(resumed.until);
  const windows = listWindows(begun ?? start, session.now());
  let first = resumed.startIndex ?? 0;
  for (const window of begun ? [{ start, end: begun }, ...windows] : windows) {
    const [from, until] = [window.start.toISOString(), window.end.toISOString()];
    await readPages(session, toQuery(window), first, (startIndex) => ({ since: from, until, startIndex }));
    await record(session, { since: until });
    first = 0;
  }
}

function toQuery({ start, end }: TimeWindow): Record<string, string> {
  return { lastModStartDate: start.toISOString(), lastModEndDate: end.toISOString() };
}

async function readPages(
  session: RunSession,
  query: Record<string, string>,
  first: number,
  positionAt: (startIndex: number) => Omit<ApiPosition, 'reader'>,
): Promise<void> {
  for (let startIndex = first; ; ) {
    const { total, count } = await readPage(session, query, startIndex);
    startIndex += count;
    if (count === 0 || startIndex >= total) return;
    await record(session, positionAt(startIndex));
    await pause(session);
  }
}

async function readPage(session: RunSession, query: Record<string, string>, startIndex: number) {
  const { http, settings, downloads } = session;
  const url = new URL(settings.url);
  const parameters = { ...query, startIndex: String(startIndex), resultsPerPage: String(PAGE) };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const headers: Record<string, string> = settings.secret ? { apiKey: settings.secret } : {};
  const downloaded = await http.download({ url: url.href, headers, ...downloads });
  if (!downloaded) throw new UnreadableDataError('The API did not return a page.');
  try {
    const { header, count } = await readNvdDocument(session, downloaded.file.path, undefined);
    return { total: totalOf(header, startIndex), count };
  } finally {
    await downloaded.file.discard();
  }
}

function totalOf(document: JsonObject, startIndex: number): number {
  const { totalResults, startIndex: given } = toObject(document);
  if (typeof totalResults !== 'number' || given !== startIndex) {
    throw new UnreadableDataError('The API returned another page than requested.');
  }
  return totalResults;
}

async function record(session: RunSession, position: Omit<ApiPosition, 'reader'>): Promise<void> {
  await session.recordKnown(0, { part: PART, value: { reader: READER_VERSION, ...position } });
}

async function pause({ settings, signal }: RunSession): Promise<void> {
  if (URL.parse(settings.url)?.hostname !== LIMITED_HOST) return;
  await sleep(settings.secret ? PAUSE_MS.withKey : PAUSE_MS.withoutKey, undefined, { signal });
}
