import { type DescEnum, type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { type Timestamp as ProtoTimestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import {
  BOOL,
  BYTES,
  CelMap,
  DOUBLE,
  DYN,
  Environment,
  type FieldDeclaration,
  INT,
  listOf,
  type MessageDeclaration,
  mapOf,
  messageType,
  STRING,
  TIMESTAMP,
  Timestamp,
  type Type,
} from '@tallyman/cel';
import {
  file_tallyman_notification_v1_notification as file,
  type Notification,
  NotificationSchema,
} from '@tallyman/contract/notification';
import { unpackSubject } from '../../../notifications/notification-json.ts';

const TIMESTAMP_NAME = 'google.protobuf.Timestamp';
const ANY_NAME = 'google.protobuf.Any';

const SCALARS: Partial<Record<ScalarType, Type>> = {
  [ScalarType.STRING]: STRING,
  [ScalarType.BOOL]: BOOL,
  [ScalarType.DOUBLE]: DOUBLE,
  [ScalarType.BYTES]: BYTES,
};

/** The variables of filters: every field of the notification, with its subject unpacked. */
export const notificationEnvironment = new Environment({
  container: file.proto.package,
  variables: {
    id: STRING,
    level: INT,
    scope: INT,
    group: INT,
    title: STRING,
    content: STRING,
    timestamp: TIMESTAMP,
    subject: DYN,
    notification: messageType(NotificationSchema.typeName),
  },
  messages: file.messages.flatMap(withNested).map(toDeclaration),
  constants: Object.fromEntries(file.enums.flatMap(toConstants)),
});

export function toFilterVariables(notification: Notification): Record<string, unknown> {
  const { id, level, scope, group, title, content, timestamp } = notification;
  const subject = unpackSubject(notification) ?? null;
  return {
    id,
    level: BigInt(level),
    scope: BigInt(scope),
    group: BigInt(group),
    title,
    content,
    timestamp: timestamp ? toTimestamp(timestamp) : new Timestamp(0n),
    subject,
    notification: { ...notification, subject },
  };
}

function withNested(message: DescMessage): DescMessage[] {
  return [message, ...message.nestedMessages.flatMap(withNested)];
}

/** `Level.LEVEL_ERROR` as in the messages, and the short form `Level.ERROR`. */
function toConstants({ typeName, sharedPrefix = '', values }: DescEnum) {
  return values.flatMap(({ name, number }) => {
    const constant = { type: INT, value: BigInt(number) };
    const short = name.slice(sharedPrefix.length);
    return [[`${typeName}.${name}`, constant] as const, [`${typeName}.${short}`, constant] as const];
  });
}

function toDeclaration({ typeName, fields }: DescMessage): MessageDeclaration {
  return { name: typeName, fields: Object.fromEntries(fields.map((field) => [field.name, toField(field)])) };
}

function toField(field: DescField): FieldDeclaration {
  const optional = field.proto.proto3Optional;
  const common = { key: field.localName, ...(optional ? { optional } : {}) };
  switch (field.fieldKind) {
    case 'message':
      return { ...common, ...readMessage(field.message.typeName) };
    case 'enum':
      return { ...common, type: INT, read: toInt };
    case 'scalar':
      return { ...common, ...readScalar(field.scalar) };
    case 'list':
      return { ...common, ...readList(readItem(field)) };
    case 'map':
      return { ...common, type: mapOf(STRING, INT), read: toCounts };
  }
}

type FieldReader = Pick<FieldDeclaration, 'type' | 'read'>;

function readMessage(name: string): FieldReader {
  if (name === TIMESTAMP_NAME) return { type: TIMESTAMP, read: (raw) => toTimestamp(raw as ProtoTimestamp) };
  return { type: name === ANY_NAME ? DYN : messageType(name) };
}

function readScalar(scalar: ScalarType): FieldReader {
  if (scalar === ScalarType.INT32) return { type: INT, read: toInt };
  return { type: SCALARS[scalar] ?? DYN };
}

function readItem(field: DescField & { fieldKind: 'list' }): FieldReader {
  if (field.listKind === 'message') return readMessage(field.message.typeName);
  return field.listKind === 'scalar' ? readScalar(field.scalar) : { type: INT, read: toInt };
}

function readList({ type, read }: FieldReader): FieldReader {
  return { type: listOf(type), ...(read ? { read: (raw: unknown) => (raw as unknown[]).map(read) } : {}) };
}

function toInt(raw: unknown): bigint {
  return BigInt(raw as number);
}

/** All maps in the messages are counts by name. */
function toCounts(raw: unknown): CelMap {
  const counts = Object.entries(raw as Record<string, number>);
  return CelMap.of(Object.fromEntries(counts.map(([name, count]) => [name, BigInt(count)])));
}

function toTimestamp(timestamp: ProtoTimestamp): Timestamp {
  return Timestamp.ofDate(timestampDate(timestamp));
}
