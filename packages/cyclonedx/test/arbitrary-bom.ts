import fc from 'fast-check';
import type { Bom } from '../src/model/bom.ts';
import { getBomSchema } from '../src/schema/bom-schema.ts';
import { SchemaCompiler } from '../src/schema/compile-schema.ts';
import type { JsonSchema } from '../src/schema/json-schema.ts';
import { jsonSchemaFile, loadJsonSchema } from '../src/schema/official-schemas.ts';
import type { JsonSpecVersion } from '../src/spec-version.ts';

/** Below this depth only required members are generated. */
const MAX_DEPTH = 5;

const FORMATS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'date-time': fc.constantFrom(
    '2024-02-29T12:00:00Z',
    '2023-01-01T00:00:00.123+02:00',
    '1999-12-31t23:59:59z',
  ),
  date: fc.constantFrom('2024-02-29', '1999-12-31'),
  'idn-email': fc.constantFrom('someone@example.com', 'jemand@exämple.com'),
  uri: fc.constantFrom('https://example.com/algorithm', 'urn:example:algorithm'),
  'iri-reference': fc.constantFrom(
    ...[
      'https://example.com/a?b=c#d',
      'git@example.com:team/repo.git',
      '../relative',
      'http://exämple.com/ü',
    ],
    ...['https://example.com/{project.url}|x', 'two words', 'a%zz', 'http://[bad', '#a#b', '//', 'x:y:z', ''],
  ),
};

/** Plain texts, and texts that test escaping and normalisation. */
const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('<&>"\'', ']]>', 'a\tb\r\nc', ' padded ', '\u0000\u0007\ufffe', '\ud800', '𝒳'),
  },
);

interface Context {
  readonly file: string;
  readonly depth: number;
}

const loaded = new Map<string, JsonSchema>();

function load(file: string): JsonSchema {
  const schema = loaded.get(file) ?? loadJsonSchema(file);
  loaded.set(file, schema);
  return schema;
}

const compiler = new SchemaCompiler(load);

/** Generates JSON values of a schema. The caller filters out the few that the schema rejects. */
function ofSchema(schema: JsonSchema, context: Context): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return ofReference(schema.$ref, context);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const [same] = schema.allOf ?? [];
  if (same !== undefined && schema.type === undefined) return ofSchema(same, context);
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches !== undefined) {
    return fc.oneof(...branches.map((branch) => ofSchema(merge(schema, branch, branches), context)));
  }
  return ofType(schema, context);
}

/**
 * One alternative of a schema. Removes members that another alternative requires, because the value would match both.
 */
function merge(
  { oneOf, anyOf: _, ...base }: JsonSchema,
  branch: JsonSchema,
  all: readonly JsonSchema[],
): JsonSchema {
  const required = [...(base.required ?? []), ...(branch.required ?? [])];
  const foreign = oneOf === undefined ? [] : all.flatMap((other) => other.required ?? []);
  const properties = Object.entries({ ...base.properties, ...branch.properties }).filter(
    ([name]) => required.includes(name) || !foreign.includes(name),
  );
  return {
    ...base,
    ...branch,
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(properties),
  };
}

/** Key parameters depend on each other in ways that random members rarely satisfy. */
const signature = fc.constantFrom({ algorithm: 'ES256', value: 'c2ln' }, { signers: [] });

function ofReference(reference: string, { file, depth }: Context): fc.Arbitrary<unknown> {
  if (reference.startsWith('jsf')) return signature;
  const [target, fragment = ''] = reference.split('#');
  const nextFile = target === '' || target === undefined ? file : target;
  let schema: unknown = load(nextFile);
  for (const name of fragment.split('/').slice(1)) schema = (schema as Record<string, unknown>)[name];
  const node = compiler.resolve(fragment === '' ? nextFile : `${nextFile}#${fragment}`);
  return ofSchema(schema as JsonSchema, { file: nextFile, depth }).filter((value) => node.accepts(value));
}

function ofType(schema: JsonSchema, context: Context): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'string':
      return ofString(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 5000 });
    case 'number':
      return fc
        .constantFrom(0, 0.5, 1, 1e-7)
        .filter((n) => n >= (schema.minimum ?? 0) && n <= (schema.maximum ?? 10));
    case 'boolean':
      return fc.boolean();
    case 'array':
      return ofArray(schema, context);
    default:
      return ofObject(schema, context);
  }
}

const matching = new Map<string, fc.Arbitrary<unknown>>();

/** Cached, because building a generator takes a hundred times longer than using it. */
function ofPattern(pattern: string): fc.Arbitrary<unknown> {
  const known = matching.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  matching.set(pattern, known);
  return known;
}

function ofString(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.pattern !== undefined) return ofPattern(schema.pattern);
  if (schema.format !== undefined) return FORMATS[schema.format] ?? text;
  return schema.minLength === undefined ? text : text.filter((value) => value.length > 0);
}

function ofArray(schema: JsonSchema, context: Context): fc.Arbitrary<unknown> {
  const tuple = (Array.isArray(schema.items) ? schema.items[0] : schema.items) ?? { type: 'string' };
  const deep = context.depth >= MAX_DEPTH;
  const minLength = schema.minItems ?? 0;
  return fc.array(
    lazily(() => ofSchema(tuple, { ...context, depth: context.depth + 1 })),
    { minLength, maxLength: Math.max(minLength, deep ? 0 : Math.min(schema.maxItems ?? 2, 2)) },
  );
}

function ofObject(schema: JsonSchema, context: Context): fc.Arbitrary<unknown> {
  const required = new Set(schema.required);
  const deep = context.depth >= MAX_DEPTH;
  const members = Object.entries(schema.properties ?? {}).filter(([name]) => required.has(name) || !deep);
  const next = { ...context, depth: context.depth + 1 };
  const model = Object.fromEntries(
    members.map(([name, member]) => [name, ofMember(member, next, required.has(name))]),
  );
  return fc.record(model, { noNullPrototype: true }).map(withoutGaps);
}

/** Omits most optional members, because documents would become too large. */
function ofMember(schema: JsonSchema, context: Context, required: boolean): fc.Arbitrary<unknown> {
  const value = lazily(() => ofSchema(schema, context));
  if (required) return value;
  const gaps = context.depth < 3 ? 1 : 3;
  return fc.oneof({ weight: gaps, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
}

function lazily(create: () => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.constant(undefined).chain(create);
}

function withoutGaps(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}

/** Generates valid documents of a version from its official schema. */
export function arbitraryBom(version: JsonSpecVersion): fc.Arbitrary<Bom> {
  const file = jsonSchemaFile(version);
  const { root } = getBomSchema(version);
  return ofSchema(load(file), { file, depth: 0 })
    .map((document) => {
      const { $schema: _, ...rest } = document as Record<string, unknown>;
      return { ...rest, bomFormat: 'CycloneDX', specVersion: version, version: 1 };
    })
    .filter((document) => root.accepts(document)) as unknown as fc.Arbitrary<Bom>;
}
