import { readBom } from '@tallyman/cyclonedx';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toLicenseTable } from '../../licenses/license-table.ts';
import { SectionCollector } from './section-collector.ts';
import { toHeader } from './to-header.ts';
import { toLines } from './to-lines.ts';

const lookUps = { licenses: toLicenseTable([]), isInternal: () => false };

async function read(document: object): Promise<string[]> {
  const lines: string[] = [];
  const sections = new SectionCollector();
  for await (const batch of readBom(Buffer.from(JSON.stringify(document)), { validation: 'off' })) {
    lines.push(...(toLines(batch, lookUps)?.lines ?? []));
    sections.add(batch);
    if (batch.kind !== 'document') continue;
    const counts = { components: 0, services: 0, edges: 0, isNested: false };
    const kind = { format: 'json', specVersion: '1.6' } as const;
    toHeader(kind, batch.document, counts, sections.sections(batch.document));
  }
  return lines;
}

const text = fc.oneof(
  fc.constantFrom('', ' ', 'required', 'library', 'pkg:npm/a@1', 'SHA-1', 'MIT', '\0', '\ud800', 'a:b', ':'),
  fc.string(),
);
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
  fc.constantFrom({}, [], [{}]),
);
/** Mostly the right type, sometimes anything else. */
const mostly = <T>(right: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: right, weight: 9 }, { arbitrary: anything, weight: 1 });
const object = (members: Record<string, fc.Arbitrary<unknown>>) =>
  mostly(fc.record(members, { requiredKeys: [] }));
const list = (item: fc.Arbitrary<unknown>) => mostly(fc.array(item, { maxLength: 3 }));
const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, mostly(text)]));

const organization = object({
  ...texts('name', 'bom-ref'),
  url: list(text),
  contact: list(object(texts('name', 'email', 'phone'))),
});
const component = object({
  ...texts(
    'type',
    'name',
    'version',
    'group',
    'purl',
    'cpe',
    'scope',
    'bom-ref',
    'publisher',
    'author',
    'copyright',
  ),
  swid: object(texts('tagId', 'name')),
  hashes: list(object(texts('alg', 'content'))),
  licenses: list(object({ license: object(texts('id', 'name', 'url')), ...texts('expression') })),
  properties: list(object(texts('name', 'value'))),
  externalReferences: list(object(texts('type', 'url', 'comment'))),
  authors: list(object(texts('name', 'email'))),
  evidence: object({ occurrences: list(object(texts('location'))), identity: list(object(texts('field'))) }),
  supplier: organization,
});
const service = object({
  ...texts('name', 'group', 'version', 'bom-ref', 'description'),
  provider: organization,
  endpoints: list(text),
  data: list(object(texts('flow', 'classification'))),
  authenticated: mostly(fc.boolean()),
});
const documents = fc.record(
  {
    bomFormat: fc.constant('CycloneDX'),
    specVersion: fc.constantFrom('1.2', '1.4', '1.6', '1.7'),
    ...{ version: mostly(fc.integer()), serialNumber: mostly(text), components: list(component) },
    services: list(service),
    dependencies: list(object({ ref: mostly(text), dependsOn: list(text), provides: list(text) })),
    metadata: object({
      ...{ component, supplier: organization, timestamp: mostly(text), authors: list(organization) },
      tools: mostly(fc.oneof(list(object(texts('vendor', 'name'))), object({ components: list(component) }))),
    }),
    compositions: list(object({ assemblies: list(text), ...texts('aggregate') })),
    annotations: list(object({ subjects: list(text), ...texts('text') })),
    ...{ formulation: list(anything), declarations: anything, definitions: anything },
  },
  { requiredKeys: ['bomFormat', 'specVersion'] },
);

it('Any content of a document that is not validated becomes rows or is left out', async () => {
  await fc.assert(
    fc.asyncProperty(documents, async (document) => {
      await read(document);
    }),
    { numRuns: 500 },
  );
});

it.each([
  ['a hash without content', { hashes: [{ alg: 'SHA-1' }] }],
  ['an invalid licence', { licenses: [{}, { license: null }, { expression: 5 }] }],
  ['a property without a name', { properties: [{ value: 'x' }, {}] }],
])('A component with %s is imported', async (_what, members) => {
  const components = [{ type: 'library', name: 'a', ...members }];
  expect(await read({ bomFormat: 'CycloneDX', specVersion: '1.4', components })).toHaveLength(1);
});

it('An entry of the graph without a reference is left out', async () => {
  const dependencies = [{ dependsOn: ['a'] }, { ref: 5, dependsOn: ['a'] }, { ref: 'a', dependsOn: 'b' }];
  expect(await read({ bomFormat: 'CycloneDX', specVersion: '1.6', dependencies })).toHaveLength(1);
});
