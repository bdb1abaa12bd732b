import { describeType, type Type } from './type.ts';
import { CelMap, Duration, Timestamp, Uint } from './value.ts';

export interface FieldDeclaration {
  readonly type: Type;
  /** The key of the value in the object, if it differs from the name of the field. */
  readonly key?: string;
  /** Tracks presence: `has()` distinguishes unset from empty. Messages always do. */
  readonly optional?: boolean;
  /** Converts the raw value to a CEL value. */
  readonly read?: (raw: unknown) => unknown;
}

/** A message type: objects with this `$typeName`. */
export interface MessageDeclaration {
  readonly name: string;
  readonly fields: Readonly<Record<string, FieldDeclaration>>;
}

/** The default value of a field. */
function defaultOf(type: Type): unknown {
  switch (type.kind) {
    case 'bool':
      return false;
    case 'int':
      return 0n;
    case 'uint':
      return new Uint(0n);
    case 'double':
      return 0;
    case 'string':
      return '';
    case 'bytes':
      return new Uint8Array();
    case 'list':
      return [];
    case 'map':
      return new CelMap();
    case 'timestamp':
      return new Timestamp(0n);
    case 'duration':
      return new Duration(0n);
    case 'message':
      return { $typeName: type.name };
    default:
      return null;
  }
}

/** Returns a function that reads the field of a message. */
export function fieldReader(name: string, field: FieldDeclaration): (message: object) => unknown {
  const key = field.key ?? name;
  const fallback = defaultOf(field.type);
  const { read } = field;
  return (message) => {
    const raw = (message as Record<string, unknown>)[key];
    if (raw === undefined || raw === null) return fallback;
    return read ? read(raw) : raw;
  };
}

/** Returns a function that tests whether the field of a message is set. */
export function fieldTester(name: string, field: FieldDeclaration): (message: object) => boolean {
  const value = fieldReader(name, field);
  const key = field.key ?? name;
  const explicit = field.optional || ['message', 'timestamp', 'duration'].includes(field.type.kind);
  return (message) => {
    const raw = (message as Record<string, unknown>)[key];
    if (raw === undefined || raw === null) return false;
    return explicit || !isEmpty(value(message));
  };
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value) || value instanceof Uint8Array) return value.length === 0;
  if (value instanceof CelMap) return value.size === 0;
  if (value instanceof Uint) return value.value === 0n;
  return !value;
}

export function unknownField(name: string, type: Type): string {
  return `undefined field '${name}' of ${describeType(type)}`;
}
