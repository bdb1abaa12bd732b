import type { Tx } from '../../platform/db/database.ts';
import type { Event } from './event.ts';
import { toOutboxRow } from './event-row.ts';
import { createNotificationEncoder } from './notification-encoder.ts';
import { copyIntoOutbox } from './outbox-copy-store.ts';
import { insertIntoOutbox, insertRelayed, type OutboxRow, waitToRelay } from './outbox-store.ts';

/** More than so many are written while they are made: all of them at once would keep the event loop. */
const FEW = 100;

/** Says it inside your transaction: if that rolls back, nothing was said. */
export async function emitEvents(tx: Tx, now: Date, events: readonly Event[]): Promise<void> {
  if (events.length === 0) return;
  const first = Math.max(0, events.length - FEW);
  if (first > 0) await copyIntoOutbox(tx, toOutboxRows(events.slice(0, first), now));
  await insertIntoOutbox(tx, [...toOutboxRows(events.slice(first), now)]);
}

function* toOutboxRows(events: readonly Event[], now: Date): Generator<OutboxRow> {
  const encode = createNotificationEncoder(now);
  for (const event of events) yield toOutboxRow(event, now, encode);
}

/** Says it to one alert, which the caller tells: nobody else gets it. */
export async function emitToOne(
  tx: Tx,
  now: Date,
  events: readonly Event[],
  { isTest }: { readonly isTest: boolean },
): Promise<readonly OutboxRow[]> {
  const rows = events.map((event) => toOutboxRow(event, now));
  if (rows.length === 0) return rows;
  await waitToRelay(tx);
  await insertRelayed(tx, rows, isTest);
  return rows;
}
