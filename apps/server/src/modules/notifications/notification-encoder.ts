import { create, toBinary } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { NotificationSchema } from '@tallyman/contract/notification';
import { type EncodedSubject, type Event, levelOf, scopeOf } from './event.ts';
import { fieldHeader } from './field-header.ts';

/** The bytes of a Notification whose subject is encoded already. */
export type EncodeNotification = (event: Event, subject: EncodedSubject, id: string) => Uint8Array;

/**
 * Thousands of events that happen at once differ in their subjects and hardly in their words: what comes before the
 * subject (fields 1 to 6) is encoded once. Then come the subject (7), as its type (1) and its bytes (2), and the id (8).
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
  const words = { group, title, content, level: levelOf(event), scope: scopeOf(group) };
  const timestamp = timestampFromDate(now);
  return toBinary(NotificationSchema, create(NotificationSchema, { ...words, timestamp }));
}
