import { createHash } from 'node:crypto';
import type { AuditEntry } from './operations/audit-log-operations.ts';

/** The previous hash of the first entry. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64);

/** The retention of the audit log records up to which entry it deleted. */
export const ENTRIES_REMOVED = 'audit-log.entries-removed';

/** SHA-256 of the canonical JSON of an entry: members sorted by name, no white space. */
export function hashAuditEntry(entry: Omit<AuditEntry, 'hash'>): string {
  return createHash('sha256').update(toCanonicalJson(entry)).digest('hex');
}

function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${toCanonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
