import type { Tx } from '../../platform/db/database.ts';
import type { Event } from './event.ts';
import { toOutboxRow } from './event-row.ts';
import { createNotificationEncoder } from './notification-encoder.ts';
import { copyIntoOutbox } from './outbox-copy-store.ts';
import { acquireRelayLock, insertIntoOutbox, insertRelayed, type OutboxRow } from './outbox-store.ts';

/** Of more events than this, the first ones are streamed: encoding all at once would block the event loop. */
const MAX_INSERTED = 100;

/** Writes the notifications in the caller's transaction. The relay is woken when it commits. */
export async function emitEvents(tx: Tx, now: Date, events: readonly Event[]): Promise<void> {
  if (events.length === 0) return;
  const first = Math.max(0, events.length - MAX_INSERTED);
  if (first > 0) await copyIntoOutbox(tx, toOutboxRows(events.slice(0, first), now));
  await insertIntoOutbox(tx, [...toOutboxRows(events.slice(first), now)]);
}

function* toOutboxRows(events: readonly Event[], now: Date): Generator<OutboxRow> {
  const encode = createNotificationEncoder(now);
  for (const event of events) yield toOutboxRow(event, now, encode);
}

/** Writes notifications that no relay looks at. The caller inserts the deliveries for its one alert. */
export async function emitToOne(
  tx: Tx,
  now: Date,
  events: readonly Event[],
  { isTest }: { readonly isTest: boolean },
): Promise<readonly OutboxRow[]> {
  const rows = events.map((event) => toOutboxRow(event, now));
  if (rows.length === 0) return rows;
  await acquireRelayLock(tx);
  await insertRelayed(tx, rows, isTest);
  return rows;
}
