import type { AuditEntry } from '@tallyman/contract';
import { ENTRIES_REMOVED, FIRST_PREVIOUS_HASH, hashAuditEntry } from '@tallyman/contract/audit-chain';

export interface KnownEntry {
  readonly position: number;
  readonly hash: string;
}

export interface VerifiedChain {
  readonly entries: number;
  readonly first?: number;
  /** The last entry. Given as `known` later, it detects that entries at the end were removed. */
  readonly last?: KnownEntry;
  /** Empty if the chain is complete and unchanged. */
  readonly errors: readonly string[];
}

/** Verifies that no entry of an exported audit log was changed, inserted or removed, as far as hashes can tell. */
export async function verifyChain(
  entries: AsyncIterable<AuditEntry>,
  known?: KnownEntry,
): Promise<VerifiedChain> {
  const errors: string[] = [];
  let count = 0;
  let first: AuditEntry | undefined;
  let last: AuditEntry | undefined;
  let removed: KnownEntry | undefined;
  for await (const entry of entries) {
    count++;
    errors.push(...listErrors(last, entry));
    if (known?.position === entry.position && known.hash !== entry.hash)
      errors.push(`Entry ${entry.position} does not have the known hash: the log was rewritten.`);
    removed = findRemoved(entry) ?? removed;
    first ??= entry;
    last = entry;
  }
  errors.push(...listErrorsOfStart(first, removed));
  if (known && known.position > (last?.position ?? 0))
    errors.push(`The known entry ${known.position} is missing: entries at the end were removed.`);
  return {
    entries: count,
    ...(first && { first: first.position }),
    ...(last && { last: { position: last.position, hash: last.hash } }),
    errors,
  };
}

function listErrors(before: AuditEntry | undefined, { hash, ...entry }: AuditEntry): string[] {
  const { position } = entry;
  const errors: string[] = [];
  if (before && position !== before.position + 1) errors.push(describeGap(before.position, position));
  else if (before && entry.previous_hash !== before.hash)
    errors.push(`Entry ${position} does not follow entry ${before.position}.`);
  if (hash !== hashAuditEntry(entry)) errors.push(`Entry ${position} was changed.`);
  return errors;
}

function describeGap(before: number, position: number): string {
  if (position <= before) return `Entry ${position} is not in its place: it follows entry ${before}.`;
  const missing = position - before - 1;
  return missing === 1
    ? `Entry ${position - 1} is missing.`
    : `Entries ${before + 1} to ${position - 1} are missing.`;
}

/** The retention deletes the oldest entries and records the last of them. */
function findRemoved({ action, changes }: AuditEntry): KnownEntry | undefined {
  if (action !== ENTRIES_REMOVED) return undefined;
  return { position: Number(changes.last?.from), hash: String(changes.hash?.from) };
}

function listErrorsOfStart(first: AuditEntry | undefined, removed: KnownEntry | undefined): string[] {
  if (!first) return ['The log is empty.'];
  if (first.position === 1)
    return first.previous_hash === FIRST_PREVIOUS_HASH ? [] : ['Entry 1 is not the first of a log.'];
  const isRecorded = removed?.position === first.position - 1 && removed.hash === first.previous_hash;
  return isRecorded
    ? []
    : [`Entries 1 to ${first.position - 1} are missing, and not because of the retention.`];
}
