import { HttpStatusError } from '../../../platform/outgoing-http/http-failure.ts';
import { type JsonObject, toText, toTime } from '../../../platform/read-json.ts';
import { READER_VERSION } from '../reader-version.ts';
import type { RunSession } from '../run-session.ts';
import { UnreadableDataError } from '../unreadable-data-error.ts';
import { type FeedMeta, parseFeedMeta } from './parse-feed-meta.ts';
import { readNvdDocument } from './read-nvd-document.ts';

const FIRST_YEAR = 2002;
const MODIFIED = 'modified';

/** The feed of modified records covers eight days. */
const COVERED_MS = 7 * 86_400_000;
const NOT_FOUND = 404;

/**
 * Reads the feeds whose checksum is new, "newest first". While the feed of modified records covers the time since the
 * last run, it suffices, except for years that were never read. A feed that fails does not prevent the others from
 * being read.
 */
export async function mirrorFeeds(session: RunSession, folder: string): Promise<void> {
  const years = listYears(session.now());
  const positions = new Map(
    await Promise.all(years.map(async (year) => [year, await session.findPosition(year)] as const)),
  );
  const isCovered = await coversLastRun(session);
  let found = 0;
  for (const year of years) {
    if (isCovered && isCurrent(positions.get(year))) found++;
    else if (await mirrorFeed(session, folder, year, positions.get(year))) found++;
  }
  if (await mirrorFeed(session, folder, MODIFIED, await session.findPosition(MODIFIED))) found++;
  if (found === 0) throw new UnreadableDataError('No feeds were found at the address of the source.');
}

function listYears(now: Date): string[] {
  const years = now.getUTCFullYear() - FIRST_YEAR + 1;
  return Array.from({ length: years }, (_, n) => String(now.getUTCFullYear() - n));
}

function isCurrent(position: JsonObject | undefined): boolean {
  return position?.reader === READER_VERSION;
}

async function coversLastRun(session: RunSession): Promise<boolean> {
  const position = await session.findPosition(MODIFIED);
  const readAt = toTime(position?.readAt);
  return (
    isCurrent(position) && readAt !== undefined && session.now().getTime() - readAt.getTime() < COVERED_MS
  );
}

/** Returns false if the feed does not exist. */
async function mirrorFeed(
  session: RunSession,
  folder: string,
  feed: string,
  position: JsonObject | undefined,
): Promise<boolean> {
  const url = `${folder}/nvdcve-2.0-${feed}`;
  const meta = await findMeta(session, url);
  if (meta === undefined) return false;
  const value = { reader: READER_VERSION, sha256: meta.sha256, readAt: session.now().toISOString() };
  if (isCurrent(position) && toText(position?.sha256) === meta.sha256) {
    // Everything up to this time is in this feed.
    await session.recordKnown(0, feed === MODIFIED ? { part: feed, value } : undefined);
    return true;
  }
  await readFeed(session, `${url}.json.gz`, feed, meta);
  await session.recordVulnerabilities([], { part: feed, value });
  return true;
}

async function findMeta({ http, signal }: RunSession, url: string): Promise<FeedMeta | undefined> {
  try {
    const { text } = await http.readText({ url: `${url}.meta`, maxBytes: 10_000, signal });
    return parseFeedMeta(text);
  } catch (error) {
    if (error instanceof HttpStatusError && error.status === NOT_FOUND) return undefined;
    throw error;
  }
}

async function readFeed(session: RunSession, url: string, feed: string, { sha256 }: FeedMeta): Promise<void> {
  const { http, downloads } = session;
  const onProgress = (bytes: number, total?: number) => session.progress(`downloading ${feed}`, bytes, total);
  const downloaded = await http.download({ url, ...downloads, onProgress });
  if (!downloaded) return;
  try {
    await readNvdDocument(session, downloaded.file.path, sha256, `recording ${feed}`);
  } catch (error) {
    if (!(error instanceof UnreadableDataError)) throw error;
    throw new UnreadableDataError(`The feed ${feed} cannot be read. ${error.message}`, { cause: error });
  } finally {
    await downloaded.file.discard();
  }
}
