import type { AuditEntry } from '@tallyman/contract';
import { FIRST_PREVIOUS_HASH, hashAuditEntry } from '@tallyman/contract/audit-chain';
import type { AuditEvent } from './audit-event.ts';
import { redactChanges } from './redact-changes.ts';

/** Numbers the events after the last entry of the log and chains them with hashes. */
export function chainEntries(
  last: { readonly position: number; readonly hash: string } | undefined,
  events: readonly AuditEvent[],
): AuditEntry[] {
  let { position, hash } = last ?? { position: 0, hash: FIRST_PREVIOUS_HASH };
  return events.map((event) => {
    const entry = toEntry(event, ++position, hash);
    hash = hashAuditEntry(entry);
    return { ...entry, hash };
  });
}

function toEntry(event: AuditEvent, position: number, previousHash: string): Omit<AuditEntry, 'hash'> {
  const { occurredAt, actor, action, subject, changes } = event;
  return {
    position,
    occurred_at: occurredAt.getTime(),
    actor,
    action,
    subject,
    changes: redactChanges(subject.name, changes),
    previous_hash: previousHash,
  };
}
