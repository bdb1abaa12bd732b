import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { BomErrorKind } from '../bom-error.ts';
import { DEFAULT_READ_LIMITS } from '../read-limits.ts';
import { detectBom } from './detect-bom.ts';

function detect(document: string | Buffer) {
  return detectBom(Buffer.from(document), DEFAULT_READ_LIMITS);
}

const json = (specVersion: string) => `{"bomFormat":"CycloneDX","specVersion":"${specVersion}","version":1}`;
const xml = (version: string) =>
  `<bom xmlns="http://cyclonedx.org/schema/bom/${version}" version="1"><components/></bom>`;

describe('detecting format and version', () => {
  it.each(['1.2', '1.3', '1.4', '1.5', '1.6', '1.7'])(
    'JSON %s is detected by its specVersion',
    async (version) => {
      expect(await detect(json(version))).toEqual({ format: 'json', specVersion: version });
    },
  );

  it.each(['1.0', '1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '1.7'])(
    'XML %s is detected by its namespace',
    async (version) => {
      expect(await detect(xml(version))).toEqual({ format: 'xml', specVersion: version });
    },
  );

  it.each([
    ['a byte-order mark', `\ufeff${json('1.4')}`],
    ['white space before it', ` \n\t${json('1.4')}`],
    [
      'specVersion as its last member',
      '{"components":[{"specVersion":"9"}],"x":"specVersion","specVersion":"1.4"}',
    ],
    ['an escaped name of the member', '{"spec\\u0056ersion":"1.4"}'],
  ])('JSON is recognised with %s', async (_, document) => {
    expect(await detect(document)).toEqual({ format: 'json', specVersion: '1.4' });
  });

  it.each([
    ['a byte-order mark', Buffer.from(`\ufeff${xml('1.4')}`)],
    [
      'a declaration and comments before it',
      Buffer.from(`<?xml version="1.0"?>\n<!-- <!DOCTYPE --> ${xml('1.4')}`),
    ],
    ['a prefix', Buffer.from('<c:bom xmlns:c="http://cyclonedx.org/schema/bom/1.4"><c:components/></c:bom>')],
    ['UTF-16 and a byte-order mark', Buffer.from(`\ufeff${xml('1.4')}`, 'utf16le')],
    ['UTF-16 without one', Buffer.from(xml('1.4'), 'utf16le')],
    [
      'a declared one-byte encoding',
      Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?><!--\u00e9-->${xml('1.4')}`, 'latin1'),
    ],
  ])('XML is recognised with %s', async (_, document) => {
    expect(await detect(document)).toEqual({ format: 'xml', specVersion: '1.4' });
  });

  it.each([
    ['gzip', gzipSync(json('1.6'))],
    ['zstd', zstdCompressSync(json('1.6'))],
  ])('a document is recognised inside %s', async (_, document) => {
    expect(await detect(document)).toEqual({ format: 'json', specVersion: '1.6' });
  });

  const refusals: [string, BomErrorKind, string | Buffer][] = [
    ['plain text', 'not-json-or-xml', 'Hello'],
    ['nothing', 'not-json-or-xml', ''],
    ['white space', 'not-json-or-xml', ' \n '],
    ['a ZIP archive', 'not-json-or-xml', Buffer.from('504b0304', 'hex')],
    ['JSON without specVersion', 'version-undetermined', '{"spdxVersion":"SPDX-2.3"}'],
    ['specVersion that is a number', 'version-undetermined', '{"specVersion":1.4,"bomFormat":"CycloneDX"}'],
    ['a future version', 'unknown-spec-version', json('2.0')],
    ['an invalid version', 'unknown-spec-version', json('<script>')],
    ['JSON of version 1.0', 'json-not-supported', json('1.0')],
    ['JSON of version 1.1', 'json-not-supported', json('1.1')],
    ['JSON truncated before specVersion', 'truncated', '{"bomFormat":"CycloneDX","components":[{'],
    ['XML of another kind', 'version-undetermined', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['XML without a namespace', 'version-undetermined', '<bom/>'],
    ['a future namespace', 'unknown-spec-version', xml('2.0')],
    ['XML that is not well-formed', 'malformed', '<bom <'],
    ['an unknown encoding', 'invalid-encoding', `<?xml version="1.0" encoding="EBCDIC-9"?>${xml('1.4')}`],
    ['a DOCTYPE', 'doctype-refused', `<!DOCTYPE bom [<!ENTITY a "b">]>${xml('1.4')}`],
    ['a DOCTYPE that never ends', 'doctype-refused', `<!DOCTYPE bom [${'<!ENTITY a "b">'.repeat(10_000)}`],
    ['an endless comment', 'version-undetermined', `<!--${'x'.repeat(100_000)}`],
  ];

  it.each(refusals)('%s is refused as %s', async (_, kind, document) => {
    await expect(detect(document)).rejects.toMatchObject({ name: 'BomError', kind });
  });
});

describe('documents of other formats', () => {
  it.each([
    ['SPDX', '{"spdxVersion":"SPDX-2.3","packages":[]}'],
    ['SPDX', '{"@context":"https://spdx.org/rdf/3.0.1/spdx-context.jsonld","@graph":[]}'],
    ['OpenVEX', '{"@context":"https://openvex.dev/ns/v0.2.0","statements":[]}'],
    ['CSAF', '{"document":{"title":"x","csaf_version":"2.0"},"vulnerabilities":[]}'],
  ])('%s is named in the refusal', async (name, document) => {
    await expect(detect(document)).rejects.toThrow(`This is ${name}, not CycloneDX.`);
  });

  it('names of other formats are ignored inside members', async () => {
    const document =
      '{"metadata":{"@context":"https://openvex.dev/ns"},"document":{"x":{"csaf_version":"2"}}}';
    await expect(detect(document)).rejects.toThrow('specVersion is missing');
  });
});
