import { ENTRIES_REMOVED } from '@tallyman/contract/audit-chain';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { appendToLog } from './append-to-log.ts';
import type { AuditEvent } from './audit-event.ts';
import { deleteEntriesThrough, type ExpiredEntries, findExpired, lockAuditLog } from './audit-store.ts';

const DAY_MS = 86_400_000;

/**
 * Deletes entries past their retention, and records in the log up to which one, with its hash. Without that record, the
 * entries would be missing.
 */
export async function cleanUpAuditLog(ctx: Context): Promise<void> {
  const days = ctx.config['svc.audit-log.retention-days'];
  if (days === 0) return;
  const now = ctx.now();
  await inTransaction(ctx.db, async (tx) => {
    await lockAuditLog(tx);
    const expired = await findExpired(tx, new Date(now.getTime() - days * DAY_MS));
    if (!expired) return;
    await appendToLog(tx, now, [entriesRemoved(now, expired)]);
    await deleteEntriesThrough(tx, expired.last);
  });
}

function entriesRemoved(now: Date, { first, last, hash }: ExpiredEntries): AuditEvent {
  return {
    occurredAt: now,
    actor: { kind: 'system' },
    action: ENTRIES_REMOVED,
    subject: { kind: 'audit-log' },
    changes: { first: { from: first }, last: { from: last }, hash: { from: hash } },
  };
}
