import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { AuditEntry } from '@tallyman/contract';
import { EXIT } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';

/** Reads an exported audit log line by line. */
export async function* readEntries(content: AsyncIterable<Uint8Array>): AsyncGenerator<AuditEntry> {
  const lines = createInterface({ input: Readable.from(content), crlfDelay: Number.POSITIVE_INFINITY });
  let number = 0;
  for await (const line of lines) {
    number++;
    if (line.trim() !== '') yield parseEntry(line, number);
  }
}

function parseEntry(line: string, number: number): AuditEntry {
  try {
    const entry: unknown = JSON.parse(line);
    if (isEntry(entry)) return entry;
  } catch {
    // Reported below.
  }
  throw new CommandError(
    EXIT.usage,
    `Line ${number} is not an entry of an audit log. Create the file with: tallyman audit export -o audit-log.jsonl`,
  );
}

function isEntry(value: unknown): value is AuditEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { position, hash, previous_hash, action, changes } = value as Partial<AuditEntry>;
  return (
    typeof position === 'number' &&
    typeof hash === 'string' &&
    typeof previous_hash === 'string' &&
    typeof action === 'string' &&
    typeof changes === 'object'
  );
}
