import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BomError, type BomErrorKind, parseBom, validateBom } from '../src/index.ts';

const MEBIBYTE = 1024 * 1024;
const header = '"bomFormat":"CycloneDX","specVersion":"1.6","version":1';
const json = (members: string) => Buffer.from(`{${header},${members}}`);
const xml = (content: string) =>
  Buffer.from(`<bom xmlns="http://cyclonedx.org/schema/bom/1.6">${content}</bom>`);

function around(before: string, filler: Buffer, after: string): Buffer {
  return Buffer.concat([Buffer.from(before), filler, Buffer.from(after)]);
}

const letters = (mebibytes: number) => Buffer.alloc(mebibytes * MEBIBYTE, 'x');
const nestedJson = (levels: number) => '{"type":"library","name":"a","components":['.repeat(levels);

const LAUGHS = `<!DOCTYPE bom [<!ENTITY a "ha">${Array.from('bcdefghij', (name, index) => `<!ENTITY ${name} "${`&${'abcdefghi'[index]};`.repeat(10)}">`).join('')}]>`;

describe('a hostile document is refused', () => {
  const documents: [string, BomErrorKind, () => Buffer][] = [
    ['200,000 nested arrays', 'too-deep', () => json(`"properties":${'['.repeat(200_000)}`)],
    ['200,000 nested components', 'too-deep', () => json(`"components":[${nestedJson(200_000)}`)],
    ['200,000 nested tags', 'too-deep', () => xml('<a>'.repeat(200_000))],
    [
      '200,000 nested components in XML',
      'too-deep',
      () => xml('<components><component type="library">'.repeat(200_000)),
    ],
    ['100 MB of one string', 'too-large', () => around(`{${header},"serialNumber":"`, letters(100), '"}')],
    [
      '24 MB of one string in a component',
      'too-large',
      () => around(`{${header},"components":[{"name":"`, letters(24), '"}]}'),
    ],
    ['24 MB of one key', 'too-large', () => around(`{${header},"`, letters(24), '":1}')],
    [
      '24 MB of one text',
      'too-large',
      () =>
        around(
          '<bom xmlns="http://cyclonedx.org/schema/bom/1.6"><metadata>',
          letters(24),
          '</metadata></bom>',
        ),
    ],
    [
      '24 MB of one attribute',
      'too-large',
      () =>
        around('<bom xmlns="http://cyclonedx.org/schema/bom/1.6"><metadata a="', letters(24), '"/></bom>'),
    ],
    [
      '24 MB of one comment',
      'too-large',
      () => around('<bom xmlns="http://cyclonedx.org/schema/bom/1.6"><!--', letters(24), '--></bom>'),
    ],
    [
      'one component of 40 MB',
      'too-large',
      () => around(`{${header},"components":[{"tags":[`, Buffer.alloc(40 * MEBIBYTE, '"x",'), '"x"]}]}'),
    ],
    [
      'a billion laughs',
      'doctype-refused',
      () => Buffer.concat([Buffer.from(LAUGHS), xml('<metadata>&j;</metadata>')]),
    ],
    [
      'an external entity',
      'doctype-refused',
      () =>
        Buffer.concat([Buffer.from('<!DOCTYPE bom [<!ENTITY x SYSTEM "file:///etc/passwd">]>'), xml('&x;')]),
    ],
    ['a DOCTYPE inside the document', 'malformed', () => xml('<!DOCTYPE x>')],
    [
      'invalid UTF-8 in a component',
      'invalid-encoding',
      () => around(`{${header},"components":[{"name":"`, Buffer.from([0xed, 0xa0, 0x80]), '"}]}'),
    ],
    [
      'invalid UTF-8 in a member',
      'invalid-encoding',
      () => around(`{${header},"x":"`, Buffer.from([0xff]), '"}'),
    ],
    ...['<![CDATA[x]]>', '<!--x-->y', '<?x y?>z'].map((part): [string, BomErrorKind, () => Buffer] => [
      `a text of 500,000 times ${part}`,
      'too-large',
      () => xml(`<metadata><timestamp>${part.repeat(500_000)}</timestamp></metadata>`),
    ]),
    ['a repeated list', 'malformed', () => json('"components":[],"components":[]')],
  ];

  it.each(documents)('%s: %s', async (_, kind, create) => {
    await expect(validateBom(create())).rejects.toMatchObject({ name: 'BomError', kind });
  });

  it('members named __proto__ are refused and change no prototype', async () => {
    const places = ['/__proto__', '/components/0/__proto__', '/metadata/__proto__'];
    const pollution = '"__proto__":{"polluted":true}';
    const verdict = await validateBom(
      json(
        `${pollution},"components":[{"type":"library","name":"a",${pollution}}],"metadata":{${pollution}}`,
      ),
    );
    expect(verdict.violations.map((violation) => violation.place).toSorted()).toEqual(places.toSorted());
    const { bom } = await parseBom(json(`${pollution},"components":[{"name":"a",${pollution}}]`), {
      validation: 'off',
    });
    expect(Object.getPrototypeOf(bom)).toBe(Object.prototype);
    expect(Object.getPrototypeOf(bom.components?.[0])).toBe(Object.prototype);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('a damaged document', () => {
  const samples = [
    json(
      '"metadata":{"component":{"type":"application","name":"a","components":[{"type":"library","name":"n"}]}},"components":[{"type":"library","name":"b","licenses":[{"license":{"id":"MIT"}}],"components":[{"type":"file","name":"c"}]}],"dependencies":[{"ref":"a","dependsOn":["b"]}]',
    ),
    xml(
      '<metadata><component type="application"><name>a</name></component></metadata><components><component type="library" bom-ref="b"><name>b</name><licenses><license><id>MIT</id></license></licenses><components><component type="file"><name>c</name></component></components></component></components><dependencies><dependency ref="b"/></dependencies>',
    ),
  ];
  const damages = fc.array(
    fc.record({
      at: fc.nat(),
      length: fc.nat({ max: 20 }),
      insert: fc.oneof(
        fc.uint8Array({ maxLength: 4 }),
        fc
          .constantFrom('"', '{', '}', '[', ']', ',', '<', '>', '/', '&', '<![CDATA[', '<!--', '\\u')
          .map((text) => Buffer.from(text)),
      ),
    }),
    { minLength: 1, maxLength: 4 },
  );

  it.each(['strict', 'off'] as const)(
    'is validated or refused and never causes a crash (validation %s)',
    async (validation) => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...samples), damages, async (sample, list) => {
          let bytes: Uint8Array = sample;
          for (const { at, length, insert } of list) {
            const start = at % (bytes.length + 1);
            bytes = Buffer.concat([bytes.subarray(0, start), insert, bytes.subarray(start + length)]);
          }
          await parseBom(bytes, { validation }).catch((error: unknown) => {
            if (!(error instanceof BomError)) throw error;
          });
        }),
        { numRuns: 200 },
      );
    },
  );
});

describe('names of members of Object.prototype', () => {
  const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'prototype'];

  it.each(names)('%s is an unknown element at every position', async (name) => {
    const element = `<${name}><${name}/></${name}>`;
    const component = `<component type="library"><name>a</name><licenses>${element}</licenses></component>`;
    for (const content of [
      element,
      `<metadata>${element}</metadata>`,
      `<components>${element}</components>`,
      `<components>${component}</components>`,
    ]) {
      expect(await validateBom(xml(content))).toMatchObject({ valid: false });
      expect((await parseBom(xml(content), { validation: 'off' })).format).toBe('xml');
    }
  });

  it.each(names)('%s is an unknown member at every position', async (name) => {
    for (const members of [
      `"${name}":[]`,
      `"metadata":{"${name}":{}}`,
      `"components":[{"type":"library","name":"a","${name}":[]}]`,
    ]) {
      expect(await validateBom(json(members))).toMatchObject({ valid: false });
    }
  });
});

describe('an unusual document', () => {
  const library = (index: number, more = '') => `{"type":"library","name":"component-${index}"${more}}`;
  const many = (count: number, create: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => create(index)).join(',');

  it('with 20,000 components of the same bom-ref is read', async () => {
    const components = many(20_000, (index) => library(index, ',"bom-ref":"same"'));
    expect(await validateBom(json(`"components":[${components}]`))).toMatchObject({ valid: true });
  });

  it('with 20,000 equal components is refused, with a limited list of violations', async () => {
    const verdict = await validateBom(json(`"components":[${many(20_000, () => library(1))}]`));
    expect(verdict).toMatchObject({ valid: false, moreViolations: 19_899 });
  });

  it('with 20,000 invalid components is refused in both formats, with a limited list of violations', async () => {
    const inJson = json(`"components":[${many(20_000, (index) => `{"type":"nothing","x":${index}}`)}]`);
    expect(await validateBom(inJson)).toMatchObject({ valid: false, violations: { length: 100 } });
    const inXml = xml(
      `<components>${'<component type="nothing"><nam/></component>\n'.repeat(100_000)}</components>`,
    );
    expect(await validateBom(inXml)).toMatchObject({ valid: false, violations: { length: 100 } });
  });

  it('with components nested 200 deep is read', async () => {
    const nested = `${nestedJson(200)}${']}'.repeat(200)}`;
    expect(await validateBom(json(`"components":[${nested}]`))).toMatchObject({ valid: true });
    const tags = '<components><component type="library"><name>a</name>';
    expect(
      await validateBom(xml(`${tags.repeat(200)}${'</component></components>'.repeat(200)}`)),
    ).toMatchObject({ valid: true });
  });

  it('with pedigrees nested 200 deep is read without splitting them', async () => {
    const pedigree = '{"type":"library","name":"a","pedigree":{"ancestors":[';
    expect(
      await validateBom(json(`"components":[${pedigree.repeat(200)}${']}}'.repeat(200)}]`)),
    ).toMatchObject({ valid: true });
    const tags = '<component type="library"><name>a</name><pedigree><ancestors>';
    const ends = '</ancestors></pedigree></component>';
    expect(
      await validateBom(xml(`<components>${tags.repeat(200)}${ends.repeat(200)}</components>`)),
    ).toMatchObject({ valid: true });
  });

  it('with a description of 1 MB, 10,000 licences and 100,000 edges is read', async () => {
    const licenses = many(10_000, (index) => `{"license":{"name":"licence ${index}"}}`);
    const edges = many(100_000, (index) => `"ref-${index}"`);
    const component = library(1, `,"description":"${'d'.repeat(MEBIBYTE)}","licenses":[${licenses}]`);
    expect(
      await validateBom(
        json(`"components":[${component}],"dependencies":[{"ref":"a","dependsOn":[${edges}]}]`),
      ),
    ).toMatchObject({ valid: true });
  });
});
