import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { type AnySchema, anyPack, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Group, Level, NotificationSchema, Scope } from '@tallyman/contract/notification';
import { newUuid } from '../../platform/ids.ts';
import { type Event, levelOf, scopeOf } from './event.ts';
import type { EncodeNotification } from './notification-encoder.ts';
import type { OutboxRow } from './outbox-store.ts';

/** The event as it is stored and sent. `encode` is the cheaper way for subjects that are already encoded. */
export function toOutboxRow(event: Event, now: Date, encode?: EncodeNotification): OutboxRow {
  const id = newUuid();
  const { subject } = event;
  const notification =
    encode && subject && 'encoded' in subject
      ? encode(event, subject, id)
      : toBinary(NotificationSchema, toNotification(event, id, now));
  return {
    id,
    notification,
    group: Group[event.group],
    level: Level[levelOf(event)],
    scope: Scope[scopeOf(event.group)],
    projectUuid: event.projectUuid,
  };
}

export function toNotification(event: Event, id: string, now: Date) {
  const { group, title, content, subject } = event;
  return create(NotificationSchema, {
    id,
    group,
    level: levelOf(event),
    scope: scopeOf(group),
    title,
    content,
    timestamp: timestampFromDate(now),
    ...(subject ? { subject: toAny(subject) } : {}),
  });
}

function toAny(subject: NonNullable<Event['subject']>): MessageInitShape<typeof AnySchema> {
  if ('message' in subject) return anyPack(subject.schema, create(subject.schema, subject.message));
  return { typeUrl: `type.googleapis.com/${subject.schema.typeName}`, value: subject.encoded };
}
