import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/db/database.ts';
import { newUuid } from '../../../platform/ids.ts';
import { emitToOne } from '../../notifications/emit-events.ts';
import type { Event } from '../../notifications/event.ts';
import { decodeNotification } from '../../notifications/notification-json.ts';
import { insertDeliveries, notifyDispatchers } from '../delivery/relay-store.ts';
import {
  closeDueDigests,
  type DueDigest,
  deleteDigest,
  listCollected,
  lockClosedDigest,
} from './digest-store.ts';
import { DigestSummary } from './summarize-digest.ts';

const PAGE_SIZE = 250;

/** Sends the digests that are due. Idempotent: a digest is deleted in the transaction that inserts its delivery. */
export async function sendDigests({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await inTransaction(db, closeDueDigests);
  while (await inTransaction(db, (tx) => sendNext(tx, now())));
}

async function sendNext(tx: Tx, now: Date): Promise<boolean> {
  const digest = await lockClosedDigest(tx);
  if (!digest) return false;
  const events = digest.isEnabled ? await summarize(tx, digest) : [];
  const emitted = await emitToOne(tx, now, events, { isTest: false });
  const deliveries = emitted.map(({ id }) => ({
    uuid: newUuid(),
    notificationId: id,
    alertId: digest.alertId,
    alertName: digest.alertName,
    lane: digest.projectUuid,
  }));
  if (deliveries.length > 0) {
    await insertDeliveries(tx, deliveries);
    await notifyDispatchers(tx);
  }
  await deleteDigest(tx, digest.id);
  return true;
}

async function summarize(tx: Tx, { id, projectUuid, startedAt }: DueDigest): Promise<Event[]> {
  const summary = new DigestSummary(startedAt);
  let after: string | undefined;
  for (;;) {
    const page = await listCollected(tx, id, { after, limit: PAGE_SIZE });
    for (const { notification } of page) summary.add(decodeNotification(notification));
    after = page.at(-1)?.id;
    if (page.length < PAGE_SIZE) return summary.toEvents(projectUuid);
    await nextTurn();
  }
}
