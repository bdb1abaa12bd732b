import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryBom } from '../../test/arbitrary-bom.ts';
import type { Bom } from '../model/bom.ts';
import { parseBom } from '../read/parse-bom.ts';
import { validateBom } from '../read/validate-bom.ts';
import { JSON_SPEC_VERSIONS, SPEC_VERSIONS } from '../spec-version.ts';
import { type BomContent, DistinctItems } from './bom-content.ts';
import { formatBom, writeBom } from './write-bom.ts';
import type { WriteTarget } from './write-options.ts';

const TARGETS: readonly WriteTarget[] = [
  ...JSON_SPEC_VERSIONS.map((specVersion) => ({ format: 'json', specVersion }) as const),
  ...SPEC_VERSIONS.map((specVersion) => ({ format: 'xml', specVersion }) as const),
];

const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

async function written(content: BomContent, target: WriteTarget): Promise<Bom> {
  return (await parseBom(Buffer.from(await formatBom(content, target)))).bom;
}

async function read(document: Bom): Promise<Bom> {
  return (await parseBom(Buffer.from(JSON.stringify(document)))).bom;
}

describe('written documents', () => {
  it.each(JSON_SPEC_VERSIONS)('a %s document is valid in every version and format', async (version) => {
    await fc.assert(
      fc.asyncProperty(arbitraryBom(version), async (document) => {
        const bom = await read(document);
        for (const target of TARGETS) {
          const verdict = await validateBom(Buffer.from(await formatBom(bom, target)));
          expect({ target, violations: verdict.violations }).toEqual({ target, violations: [] });
        }
      }),
      { numRuns: 6 },
    );
  });

  it.each(JSON_SPEC_VERSIONS)(
    'a %s document is unchanged when written as JSON of its version',
    async (version) => {
      await fc.assert(
        fc.asyncProperty(arbitraryBom(version), async (document) => {
          const bom = await read(document);
          expect(plain(await written(bom, { format: 'json', specVersion: version }))).toEqual(plain(bom));
        }),
        { numRuns: 20 },
      );
    },
  );

  it.each(TARGETS)(
    'a document read and written as $format $specVersion again is unchanged',
    async (target) => {
      await fc.assert(
        fc.asyncProperty(arbitraryBom('1.7'), async (document) => {
          const text = await formatBom(await read(document), target);
          const again = (await parseBom(Buffer.from(text))).bom;
          expect(plain(await written(again, target))).toEqual(plain(again));
        }),
        { numRuns: 6 },
      );
    },
  );
});

describe('conversion to older versions', () => {
  const write = (component: object, target: WriteTarget) =>
    written({ components: [{ type: 'library', name: 'a', ...component }] } as BomContent, target).then(
      (bom) => bom.components?.[0],
    );
  const json = (specVersion: '1.2' | '1.3' | '1.4' | '1.5' | '1.6' | '1.7') =>
    ({ format: 'json', specVersion }) as const;
  const xml = (specVersion: (typeof SPEC_VERSIONS)[number]) => ({ format: 'xml', specVersion }) as const;

  it('joins authors to one text before 1.6', async () => {
    const authors = [{ name: 'Ann' }, { email: 'bob@example.com' }];
    expect(await write({ authors }, json('1.6'))).toMatchObject({ authors });
    expect(await write({ authors }, json('1.5'))).toEqual({
      type: 'library',
      name: 'a',
      author: 'Ann, bob@example.com',
    });
    expect(await write({ authors, author: 'Me' }, xml('1.4'))).toMatchObject({ author: 'Me' });
  });

  it('replaces unknown component types by library', async () => {
    expect(await write({ type: 'machine-learning-model' }, json('1.4'))).toMatchObject({ type: 'library' });
    expect(await write({ type: 'container' }, xml('1.1'))).toMatchObject({ type: 'library' });
    expect(await write({ type: 'container' }, xml('1.2'))).toMatchObject({ type: 'container' });
  });

  it('replaces unknown reference types by other and omits unknown hashes', async () => {
    const component = {
      externalReferences: [{ type: 'attestation', url: 'https://example.com' }],
      hashes: [
        { alg: 'Streebog-256', content: 'a'.repeat(64) },
        { alg: 'SHA-1', content: 'b'.repeat(40) },
      ],
    };
    expect(await write(component, json('1.4'))).toMatchObject({
      externalReferences: [{ type: 'other', url: 'https://example.com' }],
      hashes: [{ alg: 'SHA-1' }],
    });
  });

  it('adds the members that the first versions require', async () => {
    expect(await write({}, xml('1.0'))).toEqual({ type: 'library', name: 'a', version: '', modified: false });
    expect(await write({}, json('1.3'))).toEqual({ type: 'library', name: 'a', version: '' });
    expect(await write({ scope: 'excluded' }, xml('1.0'))).toMatchObject({ scope: 'optional' });
    expect((await written({}, xml('1.1'))).components).toBeUndefined();
  });

  it('converts licences to the form of the version', async () => {
    const licenses = [
      { license: { id: 'MIT', acknowledgement: 'declared' } },
      { expression: 'A OR B', 'bom-ref': 'x' },
    ];
    expect(await write({ licenses }, json('1.7'))).toMatchObject({ licenses });
    expect(await write({ licenses }, json('1.6'))).toMatchObject({
      licenses: [licenses[0], { license: { name: 'A OR B', 'bom-ref': 'x' } }],
    });
    expect(await write({ licenses }, xml('1.4'))).toMatchObject({
      licenses: [{ license: { id: 'MIT' } }, { license: { name: 'A OR B' } }],
    });
    expect(await write({ licenses: [{ expression: 'A OR B' }] }, xml('1.1'))).toMatchObject({
      licenses: [{ expression: 'A OR B' }],
    });
    expect(await write({ licenses: [{ expression: 'A OR B' }] }, xml('1.0'))).toMatchObject({
      licenses: [{ license: { name: 'A OR B' } }],
    });
    expect(await write({ licenses: [{ license: { id: 'Not-SPDX' } }] }, json('1.6'))).toMatchObject({
      licenses: [{ license: { name: 'Not-SPDX' } }],
    });
  });

  it('writes evidence of identity as one object in 1.5', async () => {
    const evidence = { identity: [{ field: 'purl' }, { field: 'cpe' }] };
    expect(await write({ evidence }, json('1.5'))).toMatchObject({
      evidence: { identity: { field: 'purl' } },
    });
    expect(await write({ evidence }, xml('1.5'))).toMatchObject({
      evidence: { identity: [{ field: 'purl' }] },
    });
    expect(await write({ evidence }, xml('1.6'))).toMatchObject({ evidence });
  });

  it('writes tools as a list before 1.5, and moves the manufacturer of the component before 1.6', async () => {
    const content: BomContent = {
      metadata: {
        tools: {
          components: [{ type: 'application', name: 't', version: '1', supplier: { name: 'V' } }],
          services: [{ name: 's' }],
        },
        component: { type: 'application', name: 'app', manufacturer: { name: 'M' } },
      },
    };
    expect((await written(content, json('1.4'))).metadata).toEqual({
      tools: [{ vendor: 'V', name: 't', version: '1' }, { name: 's' }],
      manufacture: { name: 'M' },
      component: { type: 'application', name: 'app' },
    });
    expect((await written(content, xml('1.6'))).metadata).toEqual(content.metadata);
  });

  it('replaces unknown rating methods by other', async () => {
    const vulnerabilities = [
      { id: 'CVE-1', ratings: [{ method: 'CVSSv4', score: 9.1, severity: 'critical' }] },
    ] as const;
    expect((await written({ vulnerabilities }, json('1.4'))).vulnerabilities).toMatchObject([
      { ratings: [{ method: 'other', score: 9.1 }] },
    ]);
    expect((await written({ vulnerabilities }, json('1.3'))).vulnerabilities).toBeUndefined();
  });

  it('omits version ranges where they are not allowed', async () => {
    expect(await write({ versionRange: 'vers:npm/1', isExternal: true }, json('1.7'))).toMatchObject({
      versionRange: 'vers:npm/1',
    });
    expect(await write({ versionRange: 'vers:npm/1' }, json('1.7'))).toEqual({ type: 'library', name: 'a' });
    expect(await write({ versionRange: 'vers:npm/1', isExternal: true }, json('1.6'))).toEqual({
      type: 'library',
      name: 'a',
    });
  });
});

describe('writing', () => {
  it('makes bom-refs unique in XML and keeps the first', async () => {
    const twins = ['a', 'b', 'c'].map((name) => ({ type: 'library', name, 'bom-ref': 'x' }) as const);
    const references = (
      await written({ components: twins }, { format: 'xml', specVersion: '1.6' })
    ).components?.map((c) => c['bom-ref']);
    expect(references).toEqual(['x', 'x~2', 'x~3']);
  });

  it('emits chunks on demand and reads nothing ahead', async () => {
    let produced = 0;
    async function* components() {
      for (; produced < 100_000; produced++)
        yield { type: 'library', name: `component-${produced}`, description: 'x'.repeat(100) } as const;
    }
    const chunks = writeBom({ components: components() }, { format: 'json', specVersion: '1.6' });
    await chunks.next();
    expect(produced).toBe(0);
    await chunks.next();
    expect(produced).toBeGreaterThan(0);
    expect(produced).toBeLessThan(1000);
    await chunks.return(undefined);
  });

  it.each(TARGETS)('emits the start of $format $specVersion before it reads the content', async (target) => {
    const content: BomContent = { version: 3, components: [{ type: 'file', name: 'a', version: '1' }] };
    let isAskedFor = false;
    const chunks = writeBom(async () => {
      isAskedFor = true;
      return content;
    }, target);
    let text = (await chunks.next()).value ?? '';
    expect([text === '', isAskedFor]).toEqual([false, false]);
    for await (const chunk of chunks) text += chunk;
    expect(text).toBe(await formatBom(content, target));
  });

  it.each(TARGETS)('writes items in blocks as $format $specVersion like single items', async (target) => {
    const components = ['a', 'b', 'c'].map((name) => ({ type: 'file', name, version: '1' }) as const);
    async function* blocks() {
      yield components.slice(0, 2);
      yield [];
      yield components.slice(2);
    }
    expect(await formatBom({ components: new DistinctItems(blocks()) }, target)).toBe(
      await formatBom({ components }, target),
    );
  });

  it('writes equal items once, unless the caller declares them distinct', async () => {
    const target = { format: 'json', specVersion: '1.6' } as const;
    const twins = [{ type: 'file', name: 'a' } as const, { name: 'a', type: 'file' } as const];
    async function* blocks() {
      yield twins;
    }
    expect((await written({ components: twins }, target)).components).toHaveLength(1);
    const distinct = await formatBom({ components: new DistinctItems(blocks()) }, target);
    expect(JSON.parse(distinct).components).toHaveLength(2);
  });

  it('is deterministic', async () => {
    const content: BomContent = {
      serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
      version: 3,
      components: [{ type: 'file', name: 'ä<&' }],
    };
    expect(await formatBom(content, { format: 'json', specVersion: '1.5' })).toBe(
      '{"bomFormat":"CycloneDX",\n"specVersion":"1.5",\n"serialNumber":"urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79",\n"version":3,\n"components":[\n{"type":"file","name":"ä<&"}]\n}\n',
    );
    expect(await formatBom(content, { format: 'xml', specVersion: '1.5' })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<bom xmlns="http://cyclonedx.org/schema/bom/1.5" serialNumber="urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79" version="3">\n<components>\n<component type="file"><name>ä&lt;&amp;</name></component>\n</components>\n</bom>\n',
    );
  });

  it('does not change prototypes through a member named __proto__', async () => {
    const hostile = JSON.parse(
      '{"type":"library","name":"a","__proto__":{"polluted":true},"constructor":{"prototype":1}}',
    ) as never;
    for (const target of TARGETS) {
      expect(await written({ components: [hostile] }, target)).toMatchObject({ components: [{ name: 'a' }] });
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
