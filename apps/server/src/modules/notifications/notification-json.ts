import { createRegistry, fromBinary, type JsonObject, type Message, toJson } from '@bufbuild/protobuf';
import { anyUnpack, timestampDate } from '@bufbuild/protobuf/wkt';
import type { NotificationJson } from '@tallyman/contract';
import {
  file_tallyman_notification_v1_notification as file,
  GroupSchema,
  LevelSchema,
  type Notification,
  NotificationSchema,
  ScopeSchema,
} from '@tallyman/contract/notification';

const messages = createRegistry(file);

export function decodeNotification(bytes: Uint8Array): Notification {
  return fromBinary(NotificationSchema, bytes);
}

/** Returns undefined if the notification has no subject. */
export function unpackSubject({ subject }: Notification): Message | undefined {
  return subject && anyUnpack(subject, messages);
}

/** Enums have the names of the messages. The subject is a plain message, or null. */
export function toNotificationJson(notification: Notification): NotificationJson {
  const { id, title, content, timestamp, level, scope, group } = notification;
  return {
    id,
    level: LevelSchema.value[level]?.name ?? 'LEVEL_UNSPECIFIED',
    scope: ScopeSchema.value[scope]?.name ?? 'SCOPE_UNSPECIFIED',
    group: GroupSchema.value[group]?.name ?? 'GROUP_UNSPECIFIED',
    timestamp: (timestamp ? timestampDate(timestamp) : new Date(0)).toISOString(),
    title,
    content,
    subject: toSubjectJson(unpackSubject(notification)),
  };
}

function toSubjectJson(subject: Message | undefined): JsonObject | null {
  const schema = subject && messages.getMessage(subject.$typeName);
  return subject && schema ? (toJson(schema, subject, { registry: messages }) as JsonObject) : null;
}
