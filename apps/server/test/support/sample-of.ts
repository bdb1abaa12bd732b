export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly examples?: readonly Json[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly minimum?: number;
  readonly minLength?: number;
}

/** A valid value of the schema with all members. */
export function sampleOf(schema: object): Json {
  const { anyOf, const: only, enum: choices, examples, ...rest } = schema as Schema;
  if (anyOf?.[0]) return sampleOf(anyOf[0]);
  return only ?? choices?.[0] ?? examples?.[0] ?? sampleOfType(rest);
}

function sampleOfType({ type, items, properties, minimum, minLength }: Schema): Json {
  switch (typeof type === 'string' ? type : type?.[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties ?? {}).map(([name, member]) => [name, sampleOf(member)]),
      );
    case 'array':
      return items ? [sampleOf(items)] : [];
    case 'integer':
    case 'number':
      return minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return 'x'.repeat(Math.max(1, minLength ?? 1));
  }
}

export type Place = readonly string[];

/** The paths of all members and items of a value. */
export function listPlaces(value: Json): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    [name],
    ...listPlaces(member).map((place) => [name, ...place]),
  ]);
}

/** The value with another value at the path. */
export function withValueAt(value: Json, [name, ...rest]: Place, other: Json): Json {
  if (name === undefined) return other;
  const inner = (member: Json | undefined) => withValueAt(member ?? null, rest, other);
  if (Array.isArray(value)) return value.with(Number(name), inner(value[Number(name)]));
  if (typeof value !== 'object' || value === null) return value;
  return { ...value, [name]: inner(value[name]) };
}

/** JSON of nested arrays or objects. */
export function nest(kind: 'arrays' | 'objects', levels: number): string {
  const [open, close] = kind === 'arrays' ? ['[', ']'] : ['{"a":', '}'];
  return `${open.repeat(levels)}0${close.repeat(levels)}`;
}
