import type { Type } from './type.ts';
import { CelMap, Duration, isMessage, Timestamp, TypeValue, Uint } from './value.ts';

/** The type of a value, as a value. */
export function valueType(value: unknown): TypeValue {
  return new TypeValue(isMessage(value) ? value.$typeName : NAMES[kindOf(value)]);
}

const NAMES = {
  null: 'null_type',
  bool: 'bool',
  int: 'int',
  uint: 'uint',
  double: 'double',
  string: 'string',
  bytes: 'bytes',
  list: 'list',
  map: 'map',
  timestamp: 'google.protobuf.Timestamp',
  duration: 'google.protobuf.Duration',
  type: 'type',
  message: 'message',
} as const;

/** The names of types that can be used as values. */
export const TYPE_NAMES: readonly string[] = Object.values(NAMES).filter((name) => name !== 'message');

function kindOf(value: unknown): keyof typeof NAMES {
  if (value === null) return 'null';
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'double';
    case 'string':
      return 'string';
    default:
      return kindOfObject(value);
  }
}

function kindOfObject(value: unknown): keyof typeof NAMES {
  if (Array.isArray(value)) return 'list';
  if (value instanceof CelMap) return 'map';
  if (value instanceof Timestamp) return 'timestamp';
  if (value instanceof Duration) return 'duration';
  if (value instanceof Uint) return 'uint';
  if (value instanceof Uint8Array) return 'bytes';
  if (value instanceof TypeValue) return 'type';
  return 'message';
}

/** Whether a value has the type. Does not inspect the content of lists and maps. */
export function accepts(type: Type, value: unknown): boolean {
  switch (type.kind) {
    case 'dyn':
    case 'parameter':
    case 'variable':
      return true;
    case 'message':
      return isMessage(value) && value.$typeName === type.name;
    default:
      return kindOf(value) === type.kind;
  }
}
