import { Ajv, type ValidateFunction } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryBom } from '../../test/arbitrary-bom.ts';
import { JSON_SPEC_VERSIONS, type JsonSpecVersion } from '../spec-version.ts';
import { getBomSchema } from './bom-schema.ts';
import { findFormatCheck } from './formats.ts';
import type { JsonSchema } from './json-schema.ts';
import { jsonSchemaFile, loadJsonSchema } from './official-schemas.ts';

const SUB_SCHEMAS = ['spdx', 'jsf-0.82', 'cryptography-defs'].map((name) => `${name}.SNAPSHOT.schema.json`);
const FORMATS = ['date-time', 'date', 'idn-email', 'uri', 'iri-reference'];

/** An established validator of the same schemas, used as reference. It is slow on long lists. */
function compileReference(version: JsonSpecVersion): ValidateFunction {
  const ajv = new Ajv({ strict: false });
  for (const format of FORMATS) ajv.addFormat(format, findFormatCheck(format) ?? true);
  for (const file of SUB_SCHEMAS)
    ajv.addSchema({ ...loadJsonSchema(file), $id: `http://cyclonedx.org/schema/${file}` });
  return ajv.compile(referencesOnly(loadJsonSchema(jsonSchemaFile(version))));
}

/** In draft-07 all keywords beside a `$ref` are ignored; the reference validator follows later drafts. */
function referencesOnly(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_, value) =>
    typeof value?.$ref === 'string' ? { $ref: value.$ref } : value,
  );
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** The paths of all replaceable values of a document. */
function* pathsOf(
  value: Json,
  path: readonly (string | number)[] = [],
): Generator<readonly (string | number)[]> {
  yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    yield* pathsOf(item, [...path, Array.isArray(value) ? Number(key) : key]);
  }
}

function changeAt(
  value: Json,
  path: readonly (string | number)[],
  change: (value: Json) => Json | undefined,
): Json {
  const [key, ...rest] = path;
  if (key === undefined || typeof value !== 'object' || value === null) return change(value) ?? null;
  const entries = Object.entries(value).flatMap(([name, item]) => {
    if (name !== String(key)) return [[name, item] as const];
    const changed = rest.length === 0 ? change(item) : changeAt(item, rest, change);
    return changed === undefined ? [] : [[name, changed] as const];
  });
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

const CHANGES: ((value: Json) => Json | undefined)[] = [
  () => undefined,
  () => null,
  () => 7,
  () => 'changed',
  () => [],
  () => ({}),
  (value) => (Array.isArray(value) && value.length > 0 ? [...value, value[0] as Json] : value),
  (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, unknown: 1 } : value,
];

describe.each(JSON_SPEC_VERSIONS)('the schema of version %s', (version) => {
  const reference = compileReference(version);
  const { root } = getBomSchema(version);

  it('agrees with another validator of the same schema', () => {
    const pick = fc.tuple(fc.nat(), fc.constantFrom(...CHANGES));
    fc.assert(
      fc.property(arbitraryBom(version), fc.array(pick, { maxLength: 3 }), (document, picks) => {
        let changed = JSON.parse(JSON.stringify(document)) as Json;
        for (const [index, change] of picks) {
          const paths = [...pathsOf(changed)];
          changed = changeAt(changed, paths[index % paths.length] ?? [], change);
        }
        expect(root.accepts(changed)).toBe(reference(changed));
        expect(root.explain(changed, '').length === 0).toBe(root.accepts(changed));
      }),
      { numRuns: 60 },
    );
  });
});

describe('violations have the most probable place', () => {
  const { root } = getBomSchema('1.6');
  const document = (component: object) => ({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: [component],
  });
  const library = () => ({ type: 'library', name: 'a' });

  it.each([
    [
      'an unknown licence id',
      { licenses: [{ license: { id: 'Nope' } }] },
      '/components/0/licenses/0/license/id',
    ],
    [
      'a licence with id and name',
      { licenses: [{ license: { id: 'MIT', name: 'x' } }] },
      '/components/0/licenses/0/license',
    ],
    ['a licence with neither', { licenses: [{ license: {} }] }, '/components/0/licenses/0/license'],
    ['a wrong hash', { hashes: [{ alg: 'MD5', content: 'x' }] }, '/components/0/hashes/0/content'],
    ['an unknown member', { 'a/b~c': 1 }, '/components/0/a~1b~0c'],
    ['a wrong type', { purl: 5 }, '/components/0/purl'],
    [
      'a repeated nested component',
      { components: [library(), { name: 'a', type: 'library' }] },
      '/components/0/components/1',
    ],
    ['a hostile member', JSON.parse('{"__proto__":{"polluted":true}}'), '/components/0/__proto__'],
  ])('%s', (_, members, pointer) => {
    const component = Object.defineProperties(library(), Object.getOwnPropertyDescriptors(members));
    const findings = root.explain(document(component), '');
    expect(findings.map((finding) => finding.pointer)).toEqual([pointer]);
  });
});
