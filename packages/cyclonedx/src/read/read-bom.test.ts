import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BomSource } from '../source/bom-source.ts';
import type { BomBatch } from './bom-batch.ts';
import { parseBom } from './parse-bom.ts';
import { readBom } from './read-bom.ts';
import type { ReadOptions } from './read-options.ts';
import { validateBom } from './validate-bom.ts';

const header = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 };

function json(members: object): Buffer {
  return Buffer.from(JSON.stringify({ ...header, ...members }));
}

const library = (name: string, more: object = {}) => ({ type: 'library', name, ...more });

async function batchesOf(source: BomSource, options?: ReadOptions): Promise<BomBatch[]> {
  const batches: BomBatch[] = [];
  for await (const batch of readBom(source, options)) batches.push(batch);
  return batches;
}

describe('reading a document', () => {
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bom-'));
  });

  afterAll(() => rm(folder, { recursive: true }));

  it('emits the start, the lists in batches, and the rest at the end', async () => {
    const source = json({
      components: [library('a'), library('b'), library('c')],
      dependencies: [{ ref: 'x' }],
      metadata: { timestamp: '2024-01-01T00:00:00Z' },
    });
    expect(await batchesOf(source, { batchSize: 2 })).toMatchObject([
      { kind: 'start', format: 'json', specVersion: '1.6' },
      { kind: 'components', entries: [{ component: library('a') }, { component: library('b') }] },
      { kind: 'components', entries: [{ component: library('c') }] },
      { kind: 'dependencies', entries: [{ ref: 'x' }] },
      { kind: 'document', document: { version: 1, metadata: { timestamp: '2024-01-01T00:00:00Z' } } },
    ]);
  });

  it('flattens nested components and emits the order of their parent', async () => {
    const tree = library('a', { components: [library('b', { components: [library('c')] }), library('d')] });
    const metadata = { component: { type: 'application', name: 'app', components: [library('m')] } };
    const batches = await batchesOf(json({ metadata, components: [tree, library('e')] }));
    const entries = batches.flatMap((batch) => (batch.kind === 'components' ? batch.entries : []));
    const orders = new Map(entries.map((entry) => [entry.order, entry.component.name]));
    const described = entries
      .toSorted((left, right) => left.order - right.order)
      .map(({ component, parent, inMetadata }) => [
        component,
        parent === undefined ? undefined : orders.get(parent),
        inMetadata,
      ]);
    expect(described).toEqual([
      [library('m'), undefined, true],
      [library('a'), undefined, false],
      [library('b'), 'a', false],
      [library('c'), 'b', false],
      [library('d'), 'a', false],
      [library('e'), undefined, false],
    ]);
    expect(batches.at(-1)).toMatchObject({
      document: { metadata: { component: { type: 'application', name: 'app' } } },
    });
  });

  it('flattens nested services', async () => {
    const source = json({ services: [{ name: 'a', services: [{ name: 'b' }] }] });
    expect((await batchesOf(source))[1]).toMatchObject({
      kind: 'services',
      entries: [
        { order: 2, parent: 1, service: { name: 'b' } },
        { order: 1, service: { name: 'a' } },
      ],
    });
  });

  it('parses the whole document into memory', async () => {
    const whole = {
      version: 1,
      metadata: { component: { type: 'application', name: 'app', components: [library('m')] } },
      components: [library('a', { components: [library('b')] }), library('c')],
      services: [{ name: 's', services: [{ name: 't' }] }],
      dependencies: [{ ref: 'a' }],
      compositions: [{ aggregate: 'complete' }],
      vulnerabilities: [{ id: 'CVE-1' }],
    };
    expect((await parseBom(json(whole))).bom).toEqual(whole);
  });

  it('reads from a file', async () => {
    const path = join(folder, 'bom.json');
    await writeFile(path, json({ components: [library('a')] }));
    expect((await parseBom({ path })).bom.components).toEqual([library('a')]);
  });

  it('keeps rarely used members of components', async () => {
    const component = library('a', {
      pedigree: { notes: 'n', ancestors: [library('z')] },
      evidence: { identity: [{ field: 'purl' }] },
      cryptoProperties: { assetType: 'algorithm' },
      swhid: ['swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2'],
      signature: { algorithm: 'ES256', value: 'c2ln' },
    });
    expect((await parseBom(json({ components: [component] }))).bom.components).toEqual([component]);
  });

  it('can be aborted', async () => {
    const signal = AbortSignal.abort(new Error('aborted'));
    await expect(batchesOf(json({ components: [library('a')] }), { signal })).rejects.toThrow('aborted');
  });
});

describe('validating a document', () => {
  it.each([
    [
      'a member of an element',
      { components: [library('a'), library('b', { purl: 1 })] },
      '/components/1/purl',
    ],
    [
      'a member of a nested element',
      { components: [library('a', { components: [{ type: 'library' }] })] },
      '/components/0/components/0',
    ],
    [
      'a member below metadata',
      { metadata: { component: library('a', { components: [{ name: 'x' }] }) } },
      '/metadata/component/components/0',
    ],
    ['a member of the document', { serialNumber: 'urn:uuid:nope' }, '/serialNumber'],
    ['the document itself', { surprise: 1 }, '/surprise'],
    ['an element that is not an object', { components: [5] }, '/components/0'],
    ['a list that is an object', { components: {} }, '/components'],
    ['a repeated element', { components: [library('a'), { name: 'a', type: 'library' }] }, '/components/1'],
    [
      'a repeated dependency',
      {
        dependencies: [
          { ref: 'a', dependsOn: [] },
          { dependsOn: [], ref: 'a' },
        ],
      },
      '/dependencies/1',
    ],
  ])('reports the place of %s', async (_, members, place) => {
    const verdict = await validateBom(json(members));
    expect(verdict.valid).toBe(false);
    expect(verdict.violations.map((violation) => violation.place)).toEqual([place]);
  });

  it('lists violations up to the limit and counts the rest', async () => {
    const source = json({
      components: Array.from({ length: 250 }, (_, index) => library(`${index}`, { purl: index })),
    });
    const verdict = await validateBom(source);
    expect(verdict.violations).toHaveLength(100);
    expect(verdict.moreViolations).toBe(150);
  });

  it('refuses at the end, before the last batch is emitted', async () => {
    const kinds: string[] = [];
    const reading = (async () => {
      for await (const batch of readBom(json({ components: [library('a')], surprise: 1 })))
        kinds.push(batch.kind);
    })();
    await expect(reading).rejects.toMatchObject({
      kind: 'invalid',
      message: 'The document is not valid CycloneDX 1.6: /surprise is not a known member',
      violations: [{ place: '/surprise' }],
    });
    expect(kinds).not.toContain('document');
  });

  it('accepts elements that share a bom-ref but differ', async () => {
    const twins = [library('a', { 'bom-ref': 'x' }), library('b', { 'bom-ref': 'x' })];
    expect((await validateBom(json({ components: twins }))).valid).toBe(true);
  });

  it('can be turned off: members of the wrong type are dropped, the rest is kept', async () => {
    const source = json({
      surprise: 1,
      serialNumber: 'anything',
      components: [{ name: 'a', purl: 5, type: 'gadget', licenses: 'MIT' }, 'nonsense', null],
    });
    expect((await parseBom(source, { validation: 'off' })).bom).toEqual({
      version: 1,
      surprise: 1,
      serialNumber: 'anything',
      components: [{ name: 'a', type: 'gadget' }],
    });
  });

  describe('refuses an element with too many members before it is parsed', () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));
    const limits = { maxElementValues: 100 };

    it.each([
      ['unknown members of the document', json(many(200))],
      ['unknown members of the metadata', json({ metadata: many(200) })],
      ['unknown members of a component', json({ components: [library('a', many(200))] })],
      [
        'properties of a component',
        json({
          components: [
            library('a', { properties: Array.from({ length: 60 }, () => ({ name: 'p', value: '' })) }),
          ],
        }),
      ],
      [
        'properties in XML',
        Buffer.from(
          '<bom xmlns="http://cyclonedx.org/schema/bom/1.6"><components><component type="library"><name>a</name>' +
            `<properties>${'<property name="p">v</property>'.repeat(60)}</properties></component></components></bom>`,
        ),
      ],
    ])('%s', async (_, source) => {
      for (const validation of ['strict', 'off'] as const) {
        const reading = batchesOf(source, { limits, validation });
        await expect(reading).rejects.toMatchObject({ kind: 'too-large' });
      }
    });

    it('counts each element and its nested elements separately', async () => {
      const components = Array.from({ length: 50 }, (_, n) =>
        library(`a${n}`, { components: [library(`b${n}`)] }),
      );
      expect(await batchesOf(json({ components }), { limits })).not.toEqual([]);
    });
  });

  it('applies the limit of violations within one element', async () => {
    const licenses = Array.from({ length: 90_000 }, (_, n) => ({ license: { name: `l${n}`, unknown: 1 } }));
    const reading = batchesOf(json({ components: [library('a', { licenses })] }), {
      limits: { maxElementValues: 1_000_000, maxViolations: 10 },
    });
    const refusal = await reading.catch((error: unknown) => error);
    expect(refusal).toMatchObject({ kind: 'invalid', violations: { length: 10 } });
  });
});
