import { CelEvaluationError, CelSyntaxError } from '../src/cel-error.ts';
import { Environment } from '../src/environment.ts';
import { equals } from '../src/equals.ts';
import { func, method, type Overload } from '../src/function.ts';
import { compile } from '../src/program.ts';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  describeType,
  INT,
  listOf,
  mapOf,
  messageType,
  NULL,
  parameter,
  STRING,
  TIMESTAMP,
  type Type,
  typeOf,
  UINT,
} from '../src/type.ts';
import { CelMap, Duration, Timestamp, TypeValue, Uint } from '../src/value.ts';

type Json = { readonly [key: string]: never };

export interface ConformanceRow {
  readonly section: string;
  readonly name: string;
  readonly expr: string;
  readonly container?: string;
  readonly disable_check?: boolean;
  readonly check_only?: boolean;
  readonly needs_proto_messages: boolean;
  readonly value?: Json;
  readonly eval_error?: Json;
  readonly typed_result?: { readonly result?: Json; readonly deduced_type?: Json };
  readonly bindings?: readonly { readonly key: string; readonly value: { readonly value: Json } }[];
  readonly type_env?: readonly Json[];
}

/** Returns the difference between the expected and the actual result, or undefined if there is none. */
export function verdict(row: ConformanceRow): string | undefined {
  try {
    return evaluateRow(row);
  } catch (error) {
    if (!(error instanceof CelEvaluationError || error instanceof CelSyntaxError)) return `crash: ${error}`;
    return row.eval_error ? undefined : error.message;
  }
}

function evaluateRow(row: ConformanceRow): string | undefined {
  const program = compile(environmentOf(row), row.expr, { strict: !row.disable_check });
  const deduced = row.typed_result?.deduced_type;
  if (deduced) {
    const wanted = describeType(toType(deduced));
    if (describeType(program.type) !== wanted) return `type ${describeType(program.type)}, not ${wanted}`;
  }
  if (row.check_only) return undefined;
  const bindings = (row.bindings ?? []).map(({ key, value }) => [key, toValue(value.value)] as const);
  const got = program.evaluate(Object.fromEntries(bindings));
  if (row.eval_error) return 'no error';
  const wanted = toValue(row.value ?? row.typed_result?.result ?? ({ bool_value: true } as unknown as Json));
  return Object.is(got, wanted) || equals(got, wanted, { spendOn: () => {} })
    ? undefined
    : `got ${describe(got)}`;
}

function describe(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each));
}

function environmentOf({ container, type_env = [], bindings = [] }: ConformanceRow): Environment {
  const idents = type_env.filter((each) => each.ident) as unknown as Declaration[];
  return new Environment({
    ...(container && { container }),
    variables: {
      ...Object.fromEntries(bindings.map(({ key }) => [key, DYN])),
      ...Object.fromEntries(idents.map(({ name, ident }) => [name, toType(ident.type)])),
    },
    functions: (type_env as unknown as Declaration[]).flatMap(toOverloads),
  });
}

interface Declaration {
  readonly name: string;
  readonly ident: { readonly type: Json };
  readonly function?: {
    readonly overloads: readonly {
      params?: readonly Json[];
      result_type: Json;
      is_instance_function?: boolean;
    }[];
  };
}

function toOverloads({ name, function: declared }: Declaration): Overload[] {
  return (declared?.overloads ?? []).map(({ params = [], result_type, is_instance_function }) => {
    const [first = DYN, ...rest] = params.map(toType);
    const result = toType(result_type);
    return is_instance_function
      ? method(name, first, rest, result, () => undefined)
      : func(name, params.map(toType), result, () => undefined);
  });
}

const PRIMITIVES: Readonly<Record<string, Type>> = {
  BOOL,
  INT64: INT,
  UINT64: UINT,
  DOUBLE,
  STRING,
  BYTES,
};

const WELL_KNOWN: Readonly<Record<string, Type>> = {
  'google.protobuf.Timestamp': TIMESTAMP,
  'google.protobuf.Duration': DURATION,
};

function toType(json: Json): Type {
  const [kind, raw] = (Object.entries(json)[0] ?? ['dyn', {}]) as [string, unknown];
  const parts = raw as Readonly<Record<string, Json>>;
  switch (kind) {
    case 'primitive':
      return PRIMITIVES[raw as string] ?? DYN;
    case 'null':
      return NULL;
    case 'list_type':
      return listOf(toType(parts.elem_type ?? {}));
    case 'map_type':
      return mapOf(toType(parts.key_type ?? {}), toType(parts.value_type ?? {}));
    case 'message_type':
      return WELL_KNOWN[raw as string] ?? messageType(raw as string);
    case 'well_known':
      return raw === 'TIMESTAMP' ? TIMESTAMP : DURATION;
    case 'type_param':
      return parameter(raw as string);
    case 'type':
      return typeOf(toType(parts as unknown as Json));
    default:
      return kind === 'dyn' ? DYN : messageType(kind);
  }
}

function toValue(json: Json): unknown {
  const [kind, raw] = Object.entries(json)[0] as [string, never];
  switch (kind) {
    case 'int64_value':
      return toBigInt(raw);
    case 'uint64_value':
      return new Uint(toBigInt(raw));
    case 'double_value':
      return toDouble(raw);
    case 'bytes_value':
      return Uint8Array.from(Buffer.from((raw as { base64: string }).base64, 'base64'));
    case 'null_value':
      return null;
    case 'type_value':
      return new TypeValue(raw);
    case 'list_value':
      return ((raw as { values?: Json[] }).values ?? []).map(toValue);
    case 'map_value':
      return toMap((raw as { entries?: { key: Json; value: Json }[] }).entries ?? []);
    case 'object_value':
      return toObject(raw);
    default:
      return raw;
  }
}

function toMap(entries: readonly { key: Json; value: Json }[]): CelMap {
  const map = new CelMap();
  for (const { key, value } of entries) map.add(toValue(key), toValue(value));
  return map;
}

function toObject(raw: Readonly<Record<string, { seconds?: number; nanos?: number }>>): unknown {
  const [name = '', { seconds = 0, nanos = 0 } = {}] = Object.entries(raw)[0] ?? [];
  const total = toBigInt(seconds as never) * 1_000_000_000n + BigInt(nanos);
  if (name.endsWith('Timestamp]')) return new Timestamp(total);
  return name.endsWith('Duration]') ? new Duration(total) : raw;
}

function toBigInt(raw: number | { readonly int: string }): bigint {
  return BigInt(typeof raw === 'object' ? raw.int : raw);
}

function toDouble(raw: number | { readonly double?: string; readonly int?: string }): number {
  if (typeof raw === 'number') return raw;
  const text = raw.double ?? raw.int ?? '';
  return Number(text.replace(/inf(inity)?/i, 'Infinity').replace(/^\+/, ''));
}
