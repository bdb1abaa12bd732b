import type { VexEntry, VexOutcome } from '@tallyman/contract';
import type { Config } from '../../platform/config/load-config.ts';
import { type ReceivedFile, receiveFile } from '../../platform/files/received-file.ts';
import { temporaryDirectory } from '../documents/document-place.ts';

export interface ReceiptTotals {
  readonly outcomes: Readonly<Record<VexOutcome, number>>;
  readonly entries: number;
  readonly findingsChanged: number;
}

export interface WrittenReceipt {
  /** A line of JSON for each entry. */
  readonly file: ReceivedFile;
  readonly totals: ReceiptTotals;
}

/** Large enough to be fast, small enough not to block the event loop: one entry may match many components. */
const PIECE_CHARACTERS = 128 * 1024;

/** Writes the entries to a temporary file, one by one, so that memory does not grow with the receipt. */
export async function writeReceipt(config: Config, entries: Iterable<VexEntry>): Promise<WrittenReceipt> {
  const outcomes: Record<VexOutcome, number> = { applied: 0, unchanged: 0, skipped: 0 };
  let [count, findingsChanged] = [0, 0];

  async function* pieces(): AsyncGenerator<Buffer> {
    let lines = '';
    for (const entry of entries) {
      outcomes[entry.fate]++;
      for (const component of entry.components) if (component.fate === 'applied') findingsChanged++;
      lines += `${JSON.stringify(entry)}\n`;
      count++;
      if (lines.length < PIECE_CHARACTERS) continue;
      yield Buffer.from(lines);
      lines = '';
    }
    if (lines !== '') yield Buffer.from(lines);
  }
  const place = { directory: temporaryDirectory(config), maxBytes: Number.MAX_SAFE_INTEGER };
  const file = await receiveFile(place, pieces());
  return { file, totals: { outcomes, entries: count, findingsChanged } };
}
