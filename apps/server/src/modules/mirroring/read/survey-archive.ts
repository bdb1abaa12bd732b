import { basename } from 'node:path/posix';
import type { Send } from '../../../platform/threads/serve-thread.ts';
import { sourceOfOsvRecord } from '../../vulnerabilities/source-of-vuln-id.ts';
import { type NamedRecord, toNamedRecords } from '../named-records.ts';
import { UnreadableDataError } from '../unreadable-data-error.ts';
import { isRecordName, openArchive } from './open-archive.ts';
import type { ArchiveSurvey, ReaderMessage, ReaderTask } from './reader-task.ts';

type SurveyTask = Extract<ReaderTask, { kind: 'survey-archive' }>;

/** Number of records per database lookup. */
const BLOCK = 4_000;

/**
 * Reads a whole archive, so that a damaged one is rejected before anything is imported, and finds the modification
 * time of each record, so that known records need not be read again.
 */
export async function surveyArchive(
  { path, maxBytes }: SurveyTask,
  send: Send<ReaderMessage>,
): Promise<number> {
  const archive = openArchive(path, maxBytes);
  let block: SurveyedEntry[] = [];
  let count = 0;
  try {
    for (let index = 0; index < archive.count; index++) {
      const content = archive.read(index);
      const { name, isFile } = archive.entry(index);
      if (!isFile || !isRecordName(name)) continue;
      count++;
      const vulnId = basename(name, '.json');
      block.push({ index, source: sourceOfOsvRecord(vulnId), vulnId, modified: findModified(content) });
      if (block.length < BLOCK) continue;
      await send({ survey: toSurvey(block) });
      block = [];
    }
    if (block.length > 0) await send({ survey: toSurvey(block) });
  } finally {
    archive.close();
  }
  if (count === 0)
    throw new UnreadableDataError('The archive contains no records: no file name ends with .json.');
  return count;
}

interface SurveyedEntry extends NamedRecord {
  readonly index: number;
}

function toSurvey(block: readonly SurveyedEntry[]): ArchiveSurvey {
  return {
    ...toNamedRecords(block),
    entries: Uint32Array.from(block, ({ index }) => index),
    newest: block.reduce((newest, { modified }) => Math.max(newest, modified?.getTime() ?? 0), 0),
  };
}

const MEMBER = Buffer.from('"modified"');
const MAX_TIME_LENGTH = 60;

/** Finds the time without parsing the record. Returns null if the member occurs more than once. */
function findModified(content: Buffer): Date | null {
  const at = content.indexOf(MEMBER);
  if (at < 0 || content.indexOf(MEMBER, at + MEMBER.length) >= 0) return null;
  const after = content.toString('latin1', at + MEMBER.length, at + MEMBER.length + MAX_TIME_LENGTH);
  const time = Date.parse(/^\s*:\s*"([^"\\]*)"/.exec(after)?.[1] ?? '');
  return Number.isNaN(time) || time <= 0 ? null : new Date(time);
}
