import { create, toBinary } from '@bufbuild/protobuf';
import { anyPack, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Group, Level, NotificationSchema, Scope } from '@tallyman/contract/notification';
import type { Tx } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { type Event, levelOf, scopeOf } from './event.ts';
import { copyIntoOutbox } from './outbox-copy-store.ts';
import { insertIntoOutbox, type OutboxRow } from './outbox-store.ts';

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
  for (const event of events) yield toOutboxRow(event, now);
}

function toOutboxRow(event: Event, now: Date): OutboxRow {
  const id = newUuid();
  return {
    id,
    notification: toBinary(NotificationSchema, toNotification(event, id, now)),
    group: Group[event.group],
    level: Level[levelOf(event)],
    scope: Scope[scopeOf(event.group)],
    projectUuid: event.projectUuid,
  };
}

function toNotification(event: Event, id: string, now: Date) {
  const { group, title, content, subject } = event;
  return create(NotificationSchema, {
    id,
    group,
    level: levelOf(event),
    scope: scopeOf(group),
    title,
    content,
    timestamp: timestampFromDate(now),
    ...(subject ? { subject: anyPack(subject.schema, create(subject.schema, subject.message)) } : {}),
  });
}
