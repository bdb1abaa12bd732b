import { create, toBinary } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { NotificationSchema } from '@tallyman/contract/notification';
import { type EncodedSubject, type Event, levelOf, scopeOf } from './event.ts';
import { fieldHeader } from './field-header.ts';

/** Encodes a Notification whose subject is already encoded. */
export type EncodeNotification = (event: Event, subject: EncodedSubject, id: string) => Uint8Array;

/**
 * Thousands of events of one transaction differ in their subjects and rarely in their texts. So the fields before the
 * subject (1 to 6) are encoded once. The subject (7: type 1, bytes 2) and the id (8) follow.
 */
export function createNotificationEncoder(now: Date): EncodeNotification {
  const heads = new Map<string, Uint8Array>();
  return (event, { schema, encoded }, id) => {
    const key = JSON.stringify([event.group, levelOf(event), event.title, event.content]);
    const head = heads.get(key) ?? encodeHead(event, now);
    heads.set(key, head);
    const type = Buffer.from(`type.googleapis.com/${schema.typeName}`);
    const inner = [fieldHeader(1, type.length), type, fieldHeader(2, encoded.length), encoded];
    const length = inner.reduce((sum, { length }) => sum + length, 0);
    return Buffer.concat([
      head,
      fieldHeader(7, length),
      ...inner,
      fieldHeader(8, id.length),
      Buffer.from(id),
    ]);
  };
}

function encodeHead(event: Event, now: Date): Uint8Array {
  const { group, title, content } = event;
  const texts = { group, title, content, level: levelOf(event), scope: scopeOf(group) };
  const timestamp = timestampFromDate(now);
  return toBinary(NotificationSchema, create(NotificationSchema, { ...texts, timestamp }));
}
