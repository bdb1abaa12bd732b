import { Readable } from 'node:stream';
import type { VexImport, VexOutcome, VexReceiptHead } from '@tallyman/contract';
import type { UploadRow } from './vex-store.ts';
import type { ReceiptTotals } from './write-receipt.ts';

export function presentTotals({
  entries,
  outcomes,
  findingsChanged,
}: ReceiptTotals): VexReceiptHead['totals'] {
  return { entries, ...outcomes, findingsChanged };
}

export function presentHead(row: UploadRow): VexReceiptHead {
  const { available, ...head } = presentImport(row);
  return { ...head, dryRun: false };
}

export function presentImport(row: UploadRow): VexImport {
  return {
    token: row.token,
    projectUuid: row.project_uuid,
    state: row.state as VexImport['state'],
    ...(row.failure === null ? {} : { failure: row.failure }),
    uploadedBy: row.uploaded_by,
    uploadedAt: row.uploaded_at.getTime(),
    ...(row.processed_at === null ? {} : { processedAt: row.processed_at.getTime() }),
    format: row.format,
    specVersion: row.spec_version,
    ...(row.serial_number === null ? {} : { serialNumber: row.serial_number }),
    ...(row.skipped === null ? {} : { skipped: row.skipped }),
    warnings: row.warnings,
    totals: {
      entries: row.entries ?? 0,
      applied: row.entries_applied ?? 0,
      unchanged: row.entries_unchanged ?? 0,
      skipped: row.entries_skipped ?? 0,
      findingsChanged: row.findings_changed ?? 0,
    },
    available: row.receipt_file_id !== null,
  };
}

/** Selects entries of a receipt. */
export interface EntrySelection {
  readonly outcome?: VexOutcome | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

const CHUNK_CHARACTERS = 64 * 1024;

/** Streams a receipt as JSON while its lines are read. */
export function presentReceipt(
  head: VexReceiptHead,
  lines: Readable | undefined,
  selection: EntrySelection = {},
): Readable {
  return Readable.from(inChunks(pieces(head, lines, selection)), { objectMode: false });
}

async function* pieces(
  head: VexReceiptHead,
  lines: Readable | undefined,
  selection: EntrySelection,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"entries":[`;
  let separator = '\n';
  for await (const line of lines ? select(lines, selection) : []) {
    yield separator + line;
    separator = ',\n';
  }
  yield ']}\n';
}

/** Relies on `fate` being the first member of each line. */
async function* select(
  lines: Readable,
  { outcome, offset = 0, limit = Number.POSITIVE_INFINITY }: EntrySelection,
): AsyncGenerator<string> {
  const prefix = outcome === undefined ? '{' : `{"fate":"${outcome}"`;
  let position = 0;
  for await (const line of toLines(lines)) {
    if (!line.startsWith(prefix) || position++ < offset) continue;
    if (position > offset + limit) return;
    yield line;
  }
}

/** Unlike `node:readline`, does not split at U+2028 and U+2029, which JSON strings may contain. */
async function* toLines(content: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of content.setEncoding('utf8')) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
