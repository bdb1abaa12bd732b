type SimpleKind =
  | 'dyn'
  | 'null'
  | 'bool'
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'timestamp'
  | 'duration';

export type Type =
  | { readonly kind: SimpleKind }
  | { readonly kind: 'list'; readonly element: Type }
  | { readonly kind: 'map'; readonly key: Type; readonly value: Type }
  | { readonly kind: 'message'; readonly name: string }
  | { readonly kind: 'type'; readonly of: Type }
  /** A type parameter of a signature. The same name means the same type. */
  | { readonly kind: 'parameter'; readonly name: string }
  | TypeVariable;

/** A type variable, bound by inference. */
export interface TypeVariable {
  readonly kind: 'variable';
  bound?: Type | undefined;
}

export const DYN: Type = { kind: 'dyn' };
export const NULL: Type = { kind: 'null' };
export const BOOL: Type = { kind: 'bool' };
export const INT: Type = { kind: 'int' };
export const UINT: Type = { kind: 'uint' };
export const DOUBLE: Type = { kind: 'double' };
export const STRING: Type = { kind: 'string' };
export const BYTES: Type = { kind: 'bytes' };
export const TIMESTAMP: Type = { kind: 'timestamp' };
export const DURATION: Type = { kind: 'duration' };

export const listOf = (element: Type): Type => ({ kind: 'list', element });
export const mapOf = (key: Type, value: Type): Type => ({ kind: 'map', key, value });
export const messageType = (name: string): Type => ({ kind: 'message', name });
export const typeOf = (of: Type): Type => ({ kind: 'type', of });
export const parameter = (name: string): Type => ({ kind: 'parameter', name });
export const newVariable = (): TypeVariable => ({ kind: 'variable' });

/** Replaces a bound variable by its type. */
export function resolve(type: Type): Type {
  let current = type;
  while (current.kind === 'variable' && current.bound) current = current.bound;
  return current;
}

/** The type as written in CEL. */
export function describeType(type: Type): string {
  const known = resolve(type);
  switch (known.kind) {
    case 'list':
      return `list(${describeType(known.element)})`;
    case 'map':
      return `map(${describeType(known.key)}, ${describeType(known.value)})`;
    case 'message':
      return known.name;
    case 'type':
      return `type(${describeType(known.of)})`;
    case 'parameter':
      return known.name;
    case 'variable':
      return 'dyn';
    case 'null':
      return 'null_type';
    case 'timestamp':
    case 'duration':
      return `google.protobuf.${known.kind === 'timestamp' ? 'Timestamp' : 'Duration'}`;
    default:
      return known.kind;
  }
}
