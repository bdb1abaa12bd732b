import { readBom } from '@tallyman/cyclonedx';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toLicenseTable } from '../../licenses/license-table.ts';
import { toHeader } from './to-header.ts';
import { toLines } from './to-lines.ts';

const lookUps = { licenses: toLicenseTable([]), isInternal: () => false };

const names = [
  ...[
    'type',
    'name',
    'version',
    'group',
    'purl',
    'cpe',
    'swid',
    'tagId',
    'bom-ref',
    'scope',
    'hashes',
    'alg',
  ],
  ...[
    'content',
    'licenses',
    'license',
    'id',
    'expression',
    'url',
    'author',
    'authors',
    'supplier',
    'contact',
  ],
  ...[
    'externalReferences',
    'comment',
    'properties',
    'value',
    'evidence',
    'occurrences',
    'location',
    'identity',
  ],
  ...['publisher', 'description', 'copyright', 'pedigree', 'modelCard', 'cryptoProperties', 'components'],
  ...[
    'provider',
    'endpoints',
    'authenticated',
    'x-trust-boundary',
    'data',
    'flow',
    'classification',
    'services',
  ],
  ...[
    'ref',
    'dependsOn',
    'provides',
    'timestamp',
    'tools',
    'component',
    'manufacture',
    'manufacturer',
    'text',
  ],
];
const { value } = fc.letrec<{ value: unknown; object: Record<string, unknown> }>((tie) => ({
  object: fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 6 }),
  value: fc.oneof(
    { maxDepth: 5 },
    ...[fc.string(), fc.constantFrom('required', 'library', 'pkg:npm/a@1', 'SHA-1', '\0', '\ud800', ' ')],
    ...[
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      tie('object'),
    ],
  ),
}));
const documents = fc.record(
  {
    bomFormat: fc.constant('CycloneDX'),
    specVersion: fc.constantFrom('1.2', '1.4', '1.6', '1.7'),
    ...{ version: value, serialNumber: value, metadata: value, components: value, services: value },
    ...{ dependencies: value, compositions: value, externalReferences: value, properties: value },
    ...{ annotations: value, formulation: value, declarations: value, definitions: value },
  },
  { requiredKeys: ['bomFormat', 'specVersion'] },
);

it('Whatever stands in a document that is not validated becomes rows, or is left out', async () => {
  await fc.assert(
    fc.asyncProperty(documents, async (document) => {
      const source = Buffer.from(JSON.stringify(document));
      for await (const batch of readBom(source, { validation: 'off' })) {
        toLines(batch, lookUps);
        if (batch.kind !== 'document') continue;
        const counts = { components: 0, services: 0, edges: 0, isNested: false };
        toHeader({ format: 'json', specVersion: '1.6' }, batch.document, counts);
      }
    }),
    { numRuns: 500 },
  );
});

it('An entry of the graph that names nothing is left out', async () => {
  const dependencies = [{ dependsOn: ['a'] }, { ref: 5, dependsOn: ['a'] }, { ref: 'a', dependsOn: 'b' }];
  const source = Buffer.from(JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', dependencies }));
  const lines: (readonly string[] | undefined)[] = [];
  for await (const batch of readBom(source, { validation: 'off' }))
    lines.push(toLines(batch, lookUps)?.lines);
  expect(lines.flat().filter((line) => line !== undefined)).toHaveLength(1);
});
