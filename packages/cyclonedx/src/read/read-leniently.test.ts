import { describe, expect, it } from 'vitest';
import type { BomBatch } from './bom-batch.ts';
import { readBom } from './read-bom.ts';
import type { ReadOptions } from './read-options.ts';

async function read(document: object | string, options: ReadOptions = {}) {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const batches: BomBatch[] = [];
  for await (const batch of readBom(Buffer.from(text), { validation: 'lenient', ...options })) {
    batches.push(batch);
  }
  const names = batches.flatMap((batch) =>
    batch.kind === 'components' ? batch.entries.map(({ component }) => component.name) : [],
  );
  const last = batches.at(-1);
  const ignored = last?.kind === 'document' ? last.ignored : undefined;
  return { batches, names, places: ignored?.violations.map(({ place }) => place), ignored };
}

const json = (members: object) => ({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, ...members });
const xml = (content: string) =>
  `<bom xmlns="http://cyclonedx.org/schema/bom/1.4" version="1">\n${content}\n</bom>`;
const library = (name: string, more: object = {}) => ({ type: 'library', name, ...more });

describe('reading leniently', () => {
  it('accepts a valid document and lists no violations', async () => {
    expect((await read(json({ components: [library('a')] }))).ignored).toEqual({
      violations: [],
      moreViolations: 0,
    });
  });

  it('ignores and lists violations that do not concern the identity of components', async () => {
    const { names, places, batches } = await read(
      json({
        serialNumber: 'urn:uuid:nope',
        surprise: 1,
        components: [
          library('a', { licenses: 'MIT', hashes: [{ alg: 'MD5', content: 'x' }] }),
          { name: 'without type' },
          library('b'),
          library('b'),
        ],
      }),
    );
    expect(names).toEqual(['a', 'without type', 'b', 'b']);
    expect([...new Set(places)].toSorted()).toEqual([
      '/components/0/hashes/0/content',
      '/components/0/licenses',
      '/components/1',
      '/components/3',
      '/serialNumber',
      '/surprise',
    ]);
    const [first] = batches.flatMap((batch) => (batch.kind === 'components' ? batch.entries : []));
    expect(first?.component).not.toHaveProperty('licenses');
  });

  it.each([
    ['a component without a name', { components: [library('a'), { type: 'library' }] }, '/components/1'],
    ['a component that is not an object', { components: ['a'] }, '/components/0'],
    ['a package URL of the wrong type', { components: [library('a', { purl: 5 })] }, '/components/0/purl'],
    ['a version that is a number', { components: [library('a', { version: 1.1 })] }, '/components/0/version'],
    ['components that are not a list', { components: {} }, '/components'],
    [
      'nested components that are not a list',
      { components: [library('a', { components: 'b' })] },
      '/components/0/components',
    ],
  ])('refuses %s', async (_what, members, place) => {
    await expect(read(json({ ...members, surprise: 1 }))).rejects.toMatchObject({
      kind: 'invalid',
      violations: expect.arrayContaining([expect.objectContaining({ place })]),
    });
  });

  it('counts violations beyond the limit', async () => {
    const components = Array.from({ length: 30 }, (_, at) => library(`${at}`, { scope: 'maybe' }));
    const { ignored, names } = await read(json({ components }), { limits: { maxViolations: 10 } });
    expect([ignored?.violations.length, ignored?.moreViolations, names.length]).toEqual([10, 20, 30]);
  });

  it('ignores violations in XML that do not concern identity, such as repeated bom-refs', async () => {
    const twin = '<component type="library" bom-ref="x"><name>a</name><version>1</version></component>';
    const { names, ignored } = await read(xml(`<components>\n${twin}\n${twin}</components><surprise/>`));
    expect(names).toEqual(['a', 'a']);
    expect(ignored?.violations.map(({ line }) => line)).toEqual([4, 4]);
  });

  it('refuses a component without a name in XML', async () => {
    const nameless = '<component type="library"><version>1</version></component>';
    await expect(read(xml(`<components>${nameless}</components>`))).rejects.toMatchObject({
      kind: 'invalid',
      violations: [{ message: 'This component has no name.' }],
    });
  });

  it.each([['{"bomFormat":"CycloneDX","specVersion":"1.6","components":[{'], ['{"hello":1}'], ['<a/>']])(
    'refuses documents that cannot be parsed: %s',
    async (text) => {
      await expect(read(text)).rejects.toThrow();
    },
  );
});
