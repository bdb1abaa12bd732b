import { type Operation, PagingQuery } from '@tallyman/contract';
import { type Json, listPlaces, withValueAt } from '../support/sample-of.ts';
import { type Corpus, type Draft, toKind } from './corpus.ts';
import { HOSTILE_VALUES } from './hostile-values.ts';
import type { Random } from './random.ts';
import { STORY_PASSWORD } from './story-place.ts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly pattern?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
}

/** Typical texts of members with these names. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  purl: ['pkg:npm/left@1.0.0', 'pkg:maven/org.acme/lib@2.1', 'pkg:golang/acme.org/x@v1.2.3'],
  cpe: ['cpe:2.3:a:acme:lib:1.0:*:*:*:*:*:*:*', 'cpe:/a:acme:lib:1.0'],
  vector: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 'AV:N/AC:L/Au:N/C:P/I:P/A:P'],
  version: ['1.0.0', '2.1', '0.9-rc1'],
  email: ['user@example.com'],
  url: ['https://example.invalid/x'],
  condition: ['vuln.id == "CVE-2024-1"', 'component.name == "left"', 'size(component.name) > 3'],
  filterexpression: ['subject.component.name == "left"'],
  template: ['{{ notification.title }}'],
  templatemimetype: ['text/plain', 'application/json'],
  extension: ['webhook', 'console', 'email'],
  extensionname: ['webhook', 'console'],
  point: ['notification-publisher'],
  source: ['NVD', 'GITHUB', 'INTERNAL', 'OSV'],
  classifier: ['APPLICATION', 'LIBRARY'],
  tag: ['red', 'blue'],
  sort: ['asc', 'desc'],
  sortorder: ['asc', 'desc'],
  sortname: ['name', 'version', 'vulnId', 'uuid'],
  orderby: ['name', 'created'],
  limit: ['1', '10'],
  pagesize: ['1', '5', '100'],
  pagenumber: ['1', '2'],
  offset: ['0', '3'],
  password: [STORY_PASSWORD],
  // A caller may ask for a delayed response.
  wait: ['0', '1'],
};

/** Generates a request that fits the schemas of the operation, with existing ids if any are known. */
export function generateDraft(operation: Operation, corpus: Corpus, random: Random): Draft {
  const make = (schema: object, name: string) => generate(schema, name, corpus, random);
  const params = members(operation.params, operation.path).map(([name, schema, kind]) => {
    return [name, String(make(schema, kind) ?? '')] as const;
  });
  const queries = [...members(operation.query), ...(operation.paged ? members(PagingQuery) : [])];
  const query = queries.filter(([, , , required]) => required || random.chance(0.3));
  return {
    params: Object.fromEntries(params),
    query: query.map(([name, schema]) => [name, String(make(schema, name) ?? '')]),
    body: operation.body && make(operation.body, kindOfPath(operation.path)),
  };
}

/** Returns the draft with one value replaced. */
export function mutateDraft(draft: Draft, random: Random): Draft {
  const kinds = [
    ...(Object.keys(draft.params).length > 0 ? ['params'] : []),
    ...(draft.query.length > 0 ? ['query'] : []),
    ...(draft.body === undefined ? [] : ['body', 'body', 'body']),
  ];
  if (kinds.length === 0) return draft;
  const hostile = random.pick(HOSTILE_VALUES);
  const asText = typeof hostile === 'string' ? hostile : JSON.stringify(hostile);
  switch (random.pick(kinds)) {
    case 'params': {
      const name = random.pick(Object.keys(draft.params));
      return { ...draft, params: { ...draft.params, [name]: asText } };
    }
    case 'query': {
      const at = random.int(draft.query.length);
      const [name] = draft.query[at] ?? [''];
      const other = [name, asText] as const;
      return { ...draft, query: random.chance(0.5) ? [...draft.query, other] : draft.query.with(at, other) };
    }
    default:
      return { ...draft, body: mutateJson(draft.body ?? null, hostile, random) };
  }
}

function mutateJson(value: Json, hostile: Json, random: Random): Json {
  const places = listPlaces(value);
  if (places.length === 0) return hostile;
  const place = random.pick(places);
  const name = place.at(-1) ?? '';
  if (place.length === 1 && random.chance(0.2) && typeof value === 'object' && !Array.isArray(value)) {
    const { [name]: _left, ...others } = value ?? {};
    return others;
  }
  return withValueAt(value, place, hostile);
}

type Member = readonly [name: string, schema: Schema, kind: string, required: boolean];

function members(schema: object | undefined, path = ''): Member[] {
  const { properties = {}, required = [] } = (schema ?? {}) as Schema;
  return Object.entries(properties).map(([name, member]) => {
    const kind = name === 'uuid' ? kindOfPath(path.split(`{${name}}`, 1)[0] ?? '') : name;
    return [name, member, kind, required.includes(name)];
  });
}

function kindOfPath(path: string): string {
  return (
    path
      .split('/')
      .filter((segment) => segment !== '' && !segment.startsWith('{'))
      .at(-1) ?? ''
  );
}

function generate(schema: Schema, name: string, corpus: Corpus, random: Random): Json {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) return generate(random.pick(schema.anyOf), name, corpus, random);
  const types = [schema.type ?? 'string'].flat();
  if (types.includes('null') && random.chance(0.05)) return null;
  switch (random.pick(types.filter((type) => type !== 'null'))) {
    case 'object':
      return generateObject(schema, name, corpus, random);
    case 'array': {
      const length = (schema.minItems ?? 0) + random.int(3);
      return Array.from({ length }, () => generate(schema.items ?? {}, name, corpus, random));
    }
    case 'integer':
      return generateNumber(schema, random, 1);
    case 'number':
      return generateNumber(schema, random, 10);
    case 'boolean':
      return random.chance(0.5);
    default:
      return generateText(schema, name, corpus, random);
  }
}

function generateObject(schema: Schema, kind: string, corpus: Corpus, random: Random): Json {
  const { properties = {}, required = [] } = schema;
  const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || random.chance(0.4));
  return Object.fromEntries(
    chosen.map(([name, member]) => [name, generate(member, name === 'uuid' ? kind : name, corpus, random)]),
  );
}

function generateNumber({ minimum = 0, maximum }: Schema, random: Random, parts: number): number {
  const most = Math.min(maximum ?? minimum + 1_000, minimum + 1_000);
  return minimum + random.int((most - minimum) * parts + 1) / parts;
}

function generateText(schema: Schema, name: string, corpus: Corpus, random: Random): string {
  const known = random.chance(0.8) ? corpus.valueOf(name, random) : undefined;
  if (known !== undefined) return known;
  if (schema.description === 'UUID') return random.uuid();
  const usual = USUAL[name.toLowerCase()] ?? USUAL[toKind(name)];
  if (usual) return random.pick(usual);
  const text = `${name} ${random.int(1_000_000)}`;
  return text.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength ?? text.length);
}
