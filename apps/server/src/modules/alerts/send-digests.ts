import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { emitToOne } from '../notifications/emit-events.ts';
import type { Event } from '../notifications/event.ts';
import { decodeNotification } from '../notifications/notification-json.ts';
import {
  closeDueDigests,
  type DueDigest,
  deleteDigest,
  listCollected,
  lockClosedDigest,
} from './digest-store.ts';
import { insertDeliveries, wakeDelivery } from './relay-store.ts';
import { DigestSummary } from './summarize-digest.ts';

const PIECE = 250;

/**
 * Sends the digests that are due. What was collected is deleted in the transaction that makes the delivery: a node that
 * dies in between leaves either the one or the other.
 */
export async function sendDigests({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await inTransaction(db, closeDueDigests);
  while (await inTransaction(db, (tx) => sendNext(tx, now())));
}

async function sendNext(tx: Tx, now: Date): Promise<boolean> {
  const digest = await lockClosedDigest(tx);
  if (!digest) return false;
  const events = digest.isEnabled ? await summarize(tx, digest) : [];
  const said = await emitToOne(tx, now, events, { isTest: false });
  const deliveries = said.map(({ id }) => ({
    uuid: newUuid(),
    notificationId: id,
    alertId: digest.alertId,
    alertName: digest.alertName,
    lane: digest.projectUuid,
  }));
  if (deliveries.length > 0) {
    await insertDeliveries(tx, deliveries);
    await wakeDelivery(tx);
  }
  await deleteDigest(tx, digest.id);
  return true;
}

async function summarize(tx: Tx, { id, projectUuid, startedAt }: DueDigest): Promise<Event[]> {
  const summary = new DigestSummary(startedAt);
  let after: string | undefined;
  for (;;) {
    const piece = await listCollected(tx, id, { after, limit: PIECE });
    for (const { notification } of piece) summary.add(decodeNotification(notification));
    after = piece.at(-1)?.id;
    if (piece.length < PIECE) return summary.toEvents(projectUuid);
    await nextTurn();
  }
}
