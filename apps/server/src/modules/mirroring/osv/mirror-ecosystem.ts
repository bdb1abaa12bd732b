import type { PreparedRecord } from '../../vulnerabilities/prepare-record.ts';
import type { NamedRecord } from '../named-records.ts';
import { readRecord } from '../read/record-batch.ts';
import type { UnreadableRecord } from '../read/unreadable-record.ts';
import type { RunSession } from '../run-session.ts';
import { formatPosition, type OsvPosition, parsePosition, toValidators } from './osv-position.ts';
import { readModifiedList } from './read-modified-list.ts';
import { readOsvArchive } from './read-osv-archive.ts';
import { toOsvRecord } from './to-osv-record.ts';

/** Contract: "more than 250 changes → whole zip, filtered". */
const MAX_SINGLE_RECORDS = 250;
const AT_ONCE = 8;
const MAX_RECORD_BYTES = 32 * 1024 * 1024;
const NOT_FOUND = 404;

const NOTHING_READ: OsvPosition = { watermark: undefined, list: {}, archive: {} };

/**
 * Reads what changed in an ecosystem: single records if there are few, otherwise the archive. The position is
 * committed together with everything before it.
 */
export async function mirrorEcosystem(session: RunSession, ecosystem: string): Promise<void> {
  const stored = await session.findPosition(ecosystem);
  const position = parsePosition(stored);
  const mayReadSingly = position !== undefined && session.settings.isIncremental;
  if (mayReadSingly && (await readModified(session, ecosystem, position))) return;
  const archived = await readArchive(session, ecosystem, position, stored !== undefined);
  await catchUp(session, ecosystem, archived);
}

/** Returns false if there is no list, or if it has too many changes to read singly. */
async function readModified(session: RunSession, ecosystem: string, position: OsvPosition): Promise<boolean> {
  const list = await readModifiedList(session, ecosystem, position.list, position.watermark);
  if (!list) return false;
  const { records, validators, isUnchanged } = list;
  if (isUnchanged) return true;
  const unread = await session.listUnreadUpTo(MAX_SINGLE_RECORDS, records);
  if (unread.length > MAX_SINGLE_RECORDS) return false;
  await session.recordKnown(records.length - unread.length);
  const watermark = latest(records, position.watermark);
  await readSingly(session, ecosystem, unread, { ...position, list: validators, watermark });
  return true;
}

/** An unchanged archive is not read again, unless the reader version has changed. */
async function readArchive(
  session: RunSession,
  ecosystem: string,
  position: OsvPosition | undefined,
  wasRead: boolean,
): Promise<OsvPosition> {
  const known = position ?? NOTHING_READ;
  const { http, settings, downloads } = session;
  const url = `${settings.url}/${encodeURIComponent(ecosystem)}/all.zip`;
  const onProgress = (bytes: number, total?: number) =>
    session.progress(`downloading ${ecosystem}`, bytes, total);
  const downloaded = await http.download({ url, ...downloads, known: known.archive, onProgress });
  if (!downloaded) return known;
  const { file, validators } = downloaded;
  try {
    const sha256 = file.sha256.toString('hex');
    const archive = { ...toValidators({ ...validators }), sha256 };
    if (sha256 === known.archive.sha256) return { ...known, archive };
    const { newest } = await readOsvArchive(session, file.path, wasRead && !position);
    return { watermark: newest, list: {}, archive };
  } finally {
    await file.discard();
  }
}

/**
 * Reads what the list names and the archive, which is built less often, does not contain yet. The list is read after
 * the archive, so that only the difference must be read.
 */
async function catchUp(session: RunSession, ecosystem: string, archived: OsvPosition): Promise<void> {
  const { watermark } = archived;
  const list = await readModifiedList(session, ecosystem, {}, watermark);
  const listed = list?.records ?? [];
  const later = watermark ? listed.filter(({ modified }) => modified !== null && modified > watermark) : [];
  const unread = await session.listUnreadUpTo(MAX_SINGLE_RECORDS, later);
  const isFew = unread.length <= MAX_SINGLE_RECORDS;
  await readSingly(session, ecosystem, isFew ? unread : [], {
    ...archived,
    // Records that are skipped now are listed again next time.
    ...(isFew ? { list: list?.validators ?? {}, watermark: latest(listed, watermark) } : { list: {} }),
  });
}

/** They are few, so one transaction commits them together with the new position. */
async function readSingly(
  session: RunSession,
  ecosystem: string,
  named: readonly NamedRecord[],
  position: OsvPosition,
): Promise<void> {
  const read: (PreparedRecord | UnreadableRecord)[] = [];
  for (let at = 0; at < named.length; at += AT_ONCE) {
    const some = named.slice(at, at + AT_ONCE);
    const fetched = await Promise.all(some.map(({ vulnId }) => fetchRecord(session, ecosystem, vulnId)));
    read.push(...fetched.filter((record) => record !== undefined));
    session.progress(`reading ${ecosystem}`, at + some.length, named.length);
  }
  const records = read.flatMap((record) => ('reason' in record ? [] : [record]));
  const unreadable = read.flatMap((record) => ('reason' in record ? [record] : []));
  await session.recordRead({ records, unreadable }, { part: ecosystem, value: formatPosition(position) });
}

/** A record that is listed but missing is skipped. */
async function fetchRecord(
  { http, settings, signal }: RunSession,
  ecosystem: string,
  id: string,
): Promise<PreparedRecord | UnreadableRecord | undefined> {
  const url = `${settings.url}/${encodeURIComponent(ecosystem)}/${encodeURIComponent(id)}.json`;
  const answer = await http.readText({ url, maxBytes: MAX_RECORD_BYTES, signal, accepts: [NOT_FOUND] });
  return answer.status === NOT_FOUND ? undefined : readRecord(toOsvRecord, () => id, answer.text);
}

function latest(records: readonly NamedRecord[], watermark: Date | undefined): Date | undefined {
  const times = records.flatMap(({ modified }) => modified?.getTime() ?? []);
  const newest = times.reduce((last, time) => Math.max(last, time), watermark?.getTime() ?? 0);
  return newest === 0 ? undefined : new Date(newest);
}
