/** A JSON Schema of an OpenAPI 3.1 document. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly pattern?: string;
  readonly [keyword: string]: unknown;
}

/** Requests break if the service accepts less, responses if it sends something else. */
type Direction = 'request' | 'response';

export type Schemas = Readonly<Record<string, Schema>>;

interface Pair {
  readonly released: Schema;
  readonly current: Schema;
  readonly direction: Direction;
  /** The named schema or the operation, and the members that lead to the schema. */
  readonly at: string;
}

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Returns a function that lists the breaking changes between two schemas. Each pair of named schemas is compared once. */
export function createSchemaComparison(released: Schemas, current: Schemas): (pair: Pair) => string[] {
  const compared = new Set<string>();
  const compare = (pair: Pair): string[] => {
    const names = [nameOf(pair.released), nameOf(pair.current)];
    const key = `${pair.direction} ${names.join(' ')}`;
    if (names[0] !== undefined) {
      if (compared.has(key)) return [];
      compared.add(key);
    }
    const resolved = {
      ...pair,
      released: resolve(pair.released, released),
      current: resolve(pair.current, current),
      at: names[0] ?? pair.at,
    };
    return [
      ...compareTypes(resolved),
      ...compareValues(resolved),
      ...compareLimits(resolved),
      ...compareMembers(resolved, compare),
      ...compareNested(resolved, compare),
    ];
  };
  return compare;
}

function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.slice($ref.lastIndexOf('/') + 1);
}

function resolve(schema: Schema, schemas: Schemas): Schema {
  const name = nameOf(schema);
  return name === undefined ? schema : (schemas[name] ?? {});
}

/** In a request no type may be removed, in a response none may be added. */
function compareTypes({ released, current, direction, at }: Pair): string[] {
  const before = typesOf(released);
  const after = typesOf(current);
  const [wide, narrow, verb] =
    direction === 'request' ? [after, before, 'removed'] : [before, after, 'added'];
  const lost = narrow.filter(
    (type) => !wide.includes(type) && !(type === 'integer' && wide.includes('number')),
  );
  return lost.map((type) => `${at}: type ${type} ${verb} in ${direction}s`);
}

function typesOf({ type }: Schema): readonly string[] {
  if (type === undefined) return TYPES;
  return typeof type === 'string' ? [type] : type;
}

/** Clients must accept new values in responses, so only requests are compared. */
function compareValues({ released, current, direction, at }: Pair): string[] {
  const after = valuesOf(current);
  if (direction === 'response' || after === undefined) return [];
  const before = valuesOf(released);
  if (before === undefined) return [`${at}: limited to certain values in requests`];
  const lost = before.filter((value) => !after.includes(value));
  return lost.map((value) => `${at}: value ${JSON.stringify(value)} removed in requests`);
}

function valuesOf(schema: Schema): readonly unknown[] | undefined {
  return 'const' in schema ? [schema.const] : schema.enum;
}

const UPPER_LIMITS = ['maxLength', 'maxItems', 'maxProperties', 'maximum', 'exclusiveMaximum'];
const LOWER_LIMITS = ['minLength', 'minItems', 'minProperties', 'minimum', 'exclusiveMinimum'];

function compareLimits({ released, current, direction, at }: Pair): string[] {
  if (direction === 'response') return [];
  const limit = (schema: Schema, name: string, absent: number) => Number(schema[name] ?? absent);
  const tightened = [
    ...UPPER_LIMITS.filter((name) => limit(current, name, Infinity) < limit(released, name, Infinity)),
    ...LOWER_LIMITS.filter((name) => limit(current, name, -Infinity) > limit(released, name, -Infinity)),
    ...(current.pattern !== undefined && current.pattern !== released.pattern ? ['pattern'] : []),
  ];
  return tightened.map((name) => `${at}: ${name} tightened in requests`);
}

type Compare = (pair: Pair) => string[];

function compareMembers(pair: Pair, compare: Compare): string[] {
  const { released, current, direction, at } = pair;
  const before = released.properties ?? {};
  const after = current.properties ?? {};
  const [strict, loose, change] =
    direction === 'request'
      ? [current, released, 'newly required in requests']
      : [released, current, 'no longer always in responses'];
  const required = (strict.required ?? []).filter((name) => !(loose.required ?? []).includes(name));
  return [
    ...Object.keys(before)
      .filter((name) => !(name in after))
      .map((name) => `${at}.${name}: removed from ${direction}s`),
    ...required
      .filter((name) => direction === 'request' || name in after)
      .map((name) => `${at}.${name}: ${change}`),
    ...Object.entries(before).flatMap(([name, member]) => {
      const counterpart = after[name];
      if (counterpart === undefined) return [];
      return compare({ ...pair, released: member, current: counterpart, at: `${at}.${name}` });
    }),
  ];
}

function compareNested(pair: Pair, compare: Compare): string[] {
  const { released, current, at } = pair;
  return [
    ...(released.items && current.items
      ? compare({ ...pair, released: released.items, current: current.items, at: `${at}[]` })
      : []),
    ...compareAdditional(pair, compare),
    ...(['anyOf', 'oneOf', 'allOf'] as const).flatMap((keyword) =>
      compareAlternatives(pair, keyword, compare),
    ),
  ];
}

function compareAdditional(pair: Pair, compare: Compare): string[] {
  const { direction, at } = pair;
  const before = pair.released.additionalProperties ?? true;
  const after = pair.current.additionalProperties ?? true;
  if (typeof before === 'object' && typeof after === 'object')
    return compare({ ...pair, released: before, current: after, at: `${at}.*` });
  const isNarrowed = direction === 'request' && before !== false && after !== before;
  return isNarrowed && after !== true ? [`${at}: other members limited in requests`] : [];
}

/** Alternatives are compared in order. In requests none may be removed, in responses none may be added; allOf is the opposite. */
function compareAlternatives(pair: Pair, keyword: 'anyOf' | 'oneOf' | 'allOf', compare: Compare): string[] {
  const before = pair.released[keyword] ?? [];
  const after = pair.current[keyword] ?? [];
  const isAdding = (pair.direction === 'response') !== (keyword === 'allOf');
  const isBroken = isAdding ? after.length > before.length : after.length < before.length;
  return [
    ...(isBroken ? [`${pair.at}: ${keyword} changed in ${pair.direction}s`] : []),
    ...before.flatMap((released, index) => {
      const current = after[index];
      return current ? compare({ ...pair, released, current }) : [];
    }),
  ];
}
