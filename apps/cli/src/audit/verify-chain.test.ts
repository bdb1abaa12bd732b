import type { AuditEntry } from '@tallyman/contract';
import { ENTRIES_REMOVED, FIRST_PREVIOUS_HASH, hashAuditEntry } from '@tallyman/contract/audit-chain';
import { describe, expect, it } from 'vitest';
import { type KnownEntry, verifyChain } from './verify-chain.ts';

function chainOf(count: number, details: Record<number, Partial<AuditEntry>> = {}): AuditEntry[] {
  const entries: AuditEntry[] = [];
  for (let position = 1; position <= count; position++) {
    const entry = {
      position,
      occurred_at: 1_000 * position,
      actor: { kind: 'user' as const, name: 'admin' },
      action: 'team.changed',
      subject: { kind: 'team', name: 'a' },
      changes: {},
      previous_hash: entries.at(-1)?.hash ?? FIRST_PREVIOUS_HASH,
      ...details[position],
    };
    entries.push({ ...entry, hash: hashAuditEntry(entry) });
  }
  return entries;
}

async function* streamOf(entries: readonly AuditEntry[]) {
  yield* entries;
}

async function errorsOf(entries: readonly AuditEntry[], known?: KnownEntry): Promise<readonly string[]> {
  return (await verifyChain(streamOf(entries), known)).errors;
}

describe('An audit log', () => {
  it('is sound if every entry has its hash and that of the entry before', async () => {
    const entries = chainOf(3);
    const last = { position: 3, hash: entries[2]?.hash };
    expect(await verifyChain(streamOf(entries))).toEqual({ entries: 3, first: 1, last, errors: [] });
  });

  it('does not depend on the order of members in an entry', async () => {
    const reversed = chainOf(2).map(
      (entry) => Object.fromEntries(Object.entries(entry).reverse()) as AuditEntry,
    );
    expect(await errorsOf(reversed)).toEqual([]);
  });

  it('has an error if an entry was changed', async () => {
    const [first, second] = chainOf(2) as [AuditEntry, AuditEntry];
    expect(await errorsOf([{ ...first, action: 'team.created' }, second])).toEqual(['Entry 1 was changed.']);
  });

  it('has an error if an entry was changed and its hash renewed', async () => {
    const [first, second] = chainOf(2) as [AuditEntry, AuditEntry];
    const { hash: _hash, ...changed } = { ...first, action: 'team.created' };
    const forged = { ...changed, hash: hashAuditEntry(changed) };
    expect(await errorsOf([forged, second])).toEqual(['Entry 2 does not follow entry 1.']);
  });

  it.each([
    { name: 'one in the middle', missing: [3], error: 'Entry 3 is missing.' },
    { name: 'several', missing: [2, 3], error: 'Entries 2 to 3 are missing.' },
    {
      name: 'the first',
      missing: [1],
      error: 'Entries 1 to 1 are missing, and not because of the retention.',
    },
  ])('has an error if entries were removed: $name', async ({ missing, error }) => {
    const entries = chainOf(5).filter(({ position }) => !missing.includes(position));
    expect(await errorsOf(entries)).toEqual([error]);
  });

  it('has an error if it is empty', async () => {
    expect(await errorsOf([])).toEqual(['The log is empty.']);
  });

  it('has an error if entries changed their places', async () => {
    const [first, second, third] = chainOf(3) as [AuditEntry, AuditEntry, AuditEntry];
    expect(await errorsOf([first, third, second])).toEqual([
      'Entry 2 is missing.',
      'Entry 2 is not in its place: it follows entry 3.',
    ]);
  });

  it('may begin after entries that the retention deleted', async () => {
    const hash = chainOf(2)[1]?.hash;
    const changes = { first: { from: 1 }, last: { from: 2 }, hash: { from: hash } };
    const entries = chainOf(4, { 4: { action: ENTRIES_REMOVED, changes } });
    expect(await errorsOf(entries.slice(2))).toEqual([]);
    expect(await errorsOf(entries.slice(3))).toEqual([
      'Entries 1 to 3 are missing, and not because of the retention.',
    ]);
  });

  it('has an error if a known entry at its end was removed', async () => {
    const entries = chainOf(3);
    const known = { position: 3, hash: entries[2]?.hash ?? '' };
    expect(await errorsOf(entries, known)).toEqual([]);
    expect(await errorsOf(entries.slice(0, 2), known)).toEqual([
      'The known entry 3 is missing: entries at the end were removed.',
    ]);
  });

  it('has an error if a known entry has another hash, because the log was rewritten', async () => {
    const known = { position: 2, hash: chainOf(3)[1]?.hash ?? '' };
    const rewritten = chainOf(3, { 1: { action: 'team.created' } });
    expect(await errorsOf(rewritten, known)).toEqual([
      'Entry 2 does not have the known hash: the log was rewritten.',
    ]);
  });
});
