import { create, toBinary } from '@bufbuild/protobuf';
import { anyPack, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Group, Level, NotificationSchema, Scope } from '@tallyman/contract/notification';
import type { Tx } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { type Event, levelOf, scopeOf } from './event.ts';
import { insertIntoOutbox, type OutboxRow } from './outbox-store.ts';

/** Says it inside your transaction: if that rolls back, nothing was said. */
export async function emitEvents(tx: Tx, now: Date, events: readonly Event[]): Promise<void> {
  if (events.length > 0)
    await insertIntoOutbox(
      tx,
      events.map((event) => toOutboxRow(event, now)),
    );
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
