import { Group } from '@tallyman/contract/notification';
import type { Tx } from '../../platform/db/database.ts';
import { emitIfSubscribed } from '../notifications/emit-if-subscribed.ts';
import type { AuditEvent } from './audit-event.ts';
import { auditEntryRecorded } from './audit-events.ts';
import { findLastEntry, insertEntries } from './audit-store.ts';
import { chainEntries } from './chain-entries.ts';

/**
 * Appends events to the chain, and emits them if an alert subscribes to the audit log. The caller holds the lock of the
 * log.
 */
export async function appendToLog(tx: Tx, now: Date, events: readonly AuditEvent[]): Promise<void> {
  const entries = chainEntries(await findLastEntry(tx), events);
  await insertEntries(tx, entries);
  await emitIfSubscribed(tx, now, Group.AUDIT_LOG, () => entries.map(auditEntryRecorded));
}
