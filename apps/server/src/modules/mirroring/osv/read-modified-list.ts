import type { Validators } from '../../../platform/outgoing-http/download.ts';
import { HttpConnectionError } from '../../../platform/outgoing-http/http-failure.ts';
import type { HttpResponse } from '../../../platform/outgoing-http/send-request.ts';
import { toTime } from '../../../platform/read-json.ts';
import { sourceOfOsvRecord } from '../../vulnerabilities/source-of-vuln-id.ts';
import type { NamedRecord } from '../named-records.ts';
import type { RunSession } from '../run-session.ts';
import { UnreadableDataError } from '../unreadable-data-error.ts';

export interface ModifiedList {
  /** Records modified at or after the watermark. Empty if the list has not changed. */
  readonly records: readonly NamedRecord[];
  readonly validators: Validators;
  readonly isUnchanged: boolean;
}

/** The list of the largest ecosystem has about ten megabytes. */
const MAX_CHARACTERS = 256 * 1024 * 1024;
const MAX_LINE_LENGTH = 10_000;
const NOT_MODIFIED = 304;
const NOT_FOUND = 404;

/** Returns the list of an ecosystem, `modified_id.csv`, or undefined if there is none. */
export async function readModifiedList(
  { http, settings, signal }: RunSession,
  ecosystem: string,
  known: Validators,
  watermark: Date | undefined,
): Promise<ModifiedList | undefined> {
  const url = `${settings.url}/${encodeURIComponent(ecosystem)}/modified_id.csv`;
  const headers: Record<string, string> = known.etag ? { 'if-none-match': known.etag } : {};
  const answer = await http.open({ url, headers, signal, accepts: [NOT_MODIFIED, NOT_FOUND] });
  if (answer.status === NOT_FOUND || answer.status === NOT_MODIFIED) {
    answer.body.dump().catch(() => {});
    return answer.status === NOT_FOUND ? undefined : { records: [], validators: known, isUnchanged: true };
  }
  const records: NamedRecord[] = [];
  for await (const record of listSince(url, answer, watermark)) records.push(record);
  const { etag } = answer.headers;
  return { records, validators: etag ? { etag } : {}, isUnchanged: false };
}

/**
 * Contract: "timestamp,id, newest first". Stops downloading at the watermark. A list in another order is read to its
 * end.
 */
async function* listSince(
  url: string,
  answer: HttpResponse,
  watermark: Date | undefined,
): AsyncGenerator<NamedRecord> {
  let last = Number.POSITIVE_INFINITY;
  let isSorted = true;
  for await (const line of linesOf(url, answer)) {
    const record = parseLine(line);
    if (!record) continue;
    const time = record.modified?.getTime() ?? Number.NEGATIVE_INFINITY;
    isSorted &&= time <= last;
    last = time;
    const isNew = !watermark || record.modified === null || record.modified >= watermark;
    if (isNew) yield record;
    else if (isSorted) return;
  }
}

async function* linesOf(url: string, { body }: HttpResponse): AsyncGenerator<string> {
  let rest = '';
  let size = 0;
  try {
    for await (const chunk of body.setEncoding('utf8') as AsyncIterable<string>) {
      size += chunk.length;
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > MAX_LINE_LENGTH || size > MAX_CHARACTERS) {
        throw new UnreadableDataError('The list of modified records is invalid or too large.');
      }
      yield* lines;
    }
  } catch (error) {
    throw error instanceof UnreadableDataError ? error : new HttpConnectionError(url, error);
  } finally {
    body.destroy();
  }
  if (rest !== '') yield rest;
}

function parseLine(line: string): NamedRecord | undefined {
  const comma = line.indexOf(',');
  const path = line.slice(comma + 1).trim();
  // The list of all ecosystems has their names as a prefix.
  const vulnId = path.slice(path.lastIndexOf('/') + 1);
  if (comma < 0 || vulnId === '') return undefined;
  return { source: sourceOfOsvRecord(vulnId), vulnId, modified: toTime(line.slice(0, comma)) ?? null };
}
