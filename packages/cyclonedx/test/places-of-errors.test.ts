import { describe, expect, it } from 'vitest';
import { BomError, parseBom } from '../src/index.ts';
import { JsonSyntaxScanner } from '../src/json/json-syntax-scanner.ts';

const JSON_HEAD = '{\n  "bomFormat": "CycloneDX",\n  "specVersion": "1.6",\n  "version": 1,\n';
const json = (rest: string) => Buffer.from(JSON_HEAD + rest);
const XML_HEAD = '<?xml version="1.0"?>\n<bom xmlns="http://cyclonedx.org/schema/bom/1.6" version="1">\n';
const xml = (rest: string) => Buffer.from(XML_HEAD + rest);
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

async function refusalOf(document: Buffer, validation: 'strict' | 'off' = 'strict'): Promise<BomError> {
  const error = await parseBom(document, { validation }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof BomError) return error;
  throw new Error('The document was accepted.');
}

const COMPONENTS = '"components": [\n    {"type": "library", "name": "a"},\n';
const GOOD_XML = '<components>\n  <component type="library"><name>a</name></component>\n';

describe('A document with a syntax error is refused with its place in the file', () => {
  const documents: [string, string, Buffer, number, number][] = [
    ['JSON truncated in a component', 'truncated', json(`  ${COMPONENTS}    {"type": "libr`), 7, 19],
    ['JSON truncated in its first line', 'truncated', Buffer.from('{"bomFormat": "Cyc'), 1, 19],
    ['JSON truncated after a line break', 'truncated', json(`  ${COMPONENTS}`), 7, 1],
    ['a trailing comma', 'malformed', json(`  ${COMPONENTS}    ]}`), 7, 5],
    ['a missing comma', 'malformed', json(`  ${COMPONENTS}    {"type": "library" "name": "b"}]}`), 7, 24],
    ['an unknown word', 'malformed', json('  "metadata": {"timestamp": none}}'), 5, 29],
    ['an invalid number', 'malformed', json('  "x": 01}'), 5, 8],
    ['a name without quotes', 'malformed', json('  components: []}'), 5, 3],
    ['mismatched brackets', 'malformed', json('  "components": [}'), 5, 18],
    ['a NUL in a string', 'malformed', bytes(JSON_HEAD, '  "serialNumber": "a', [0], '"}'), 5, 21],
    ['a NUL between two members', 'malformed', bytes(JSON_HEAD, [0], '"x": 1}'), 5, 1],
    ['a line break in a string', 'malformed', json('  "serialNumber": "a\nb"}'), 5, 21],
    ['an unknown escape', 'malformed', json(`  ${COMPONENTS}{"name": "\\x41"}]}`), 7, 12],
    ['an invalid Unicode escape', 'malformed', json('  "serialNumber": "\\u00g0"}'), 5, 24],
    ['text after the end', 'malformed', json('  "x": 1}\n\n{}'), 7, 1],
    ['a syntax error before the version', 'malformed', Buffer.from('{"bomFormat":\n "CycloneDX",}'), 2, 14],
    ['non-ASCII letters before the error', 'malformed', json('  "x": "äöü漢字🦊", ?'), 5, 18],
    ['plain text', 'not-json-or-xml', Buffer.from('\n  hello'), 2, 3],
    ['an empty file', 'not-json-or-xml', Buffer.from(''), 1, 1],
    [
      'JSON with a byte that is not UTF-8',
      'invalid-encoding',
      bytes(JSON_HEAD, '  "x": "ä', [0xff], '"}'),
      5,
      10,
    ],
    [
      'JSON with half a surrogate pair',
      'invalid-encoding',
      bytes(JSON_HEAD, `  ${COMPONENTS}{"name": "`, [0xed, 0xa0, 0x80], '"}]}'),
      7,
      11,
    ],
    ['JSON nested too deep', 'too-deep', json(`  "x": ${'['.repeat(1200)}`), 5, 8 + 999],
    [
      'JSON that ends inside a character',
      'invalid-encoding',
      bytes('{"specVersion":"1.6","x":"', [0xc3], '"}'),
      1,
      27,
    ],
    ['XML truncated in a component', 'truncated', xml(`${GOOD_XML}  <component type="lib`), 5, 22],
    ['XML truncated in its prolog', 'version-undetermined', Buffer.from('<?xml version="1.0"?>\n<bo'), 2, 3],
    ['a tag that is not closed', 'malformed', xml(`${GOOD_XML}<component></name>`), 5, 18],
    ['an unknown entity', 'malformed', xml('\n<metadata>&nobody;</metadata></bom>'), 4, 18],
    ['a NUL in XML', 'malformed', bytes(XML_HEAD, '<metadata>', [0]), 3, 11],
    ['a DOCTYPE', 'doctype-refused', Buffer.from('<?xml version="1.0"?>\n <!DOCTYPE bom []>\n<bom/>'), 2, 2],
    ['XML that is not valid UTF-8', 'invalid-encoding', bytes(XML_HEAD, '<metadata>\nä', [0xe4], '<'), 4, 2],
    [
      'XML that is not valid UTF-16',
      'invalid-encoding',
      bytes([0xff, 0xfe], [...Buffer.from('<bom>\n<a>', 'utf16le')], [0x00, 0xd8, 0x20, 0x00]),
      2,
      4,
    ],
    ['JSON in UTF-16', 'invalid-encoding', bytes([0xff, 0xfe], [...Buffer.from('{}', 'utf16le')]), 1, 1],
    ['XML in an unknown encoding', 'invalid-encoding', bytes('<?xml version="1.0" encoding="x"?>'), 1, 1],
    ['XML nested too deep', 'too-deep', xml(`<a>\n`.repeat(1200)), 1002, 3],
  ];

  it.each(documents)('%s: %s', async (_what, kind, document, line, column) => {
    const error = await refusalOf(document);
    expect({ kind: error.kind, violations: error.violations }).toEqual({
      kind,
      violations: [{ place: `line ${line}, column ${column}`, line, column, message: expect.any(String) }],
    });
  });

  it('counts the lines of 100,000 components in chunks', async () => {
    const components = '{"type": "library",\n"name": "a"},\n'.repeat(100_000);
    const error = await refusalOf(json(`"components": [\n${components}{"type"; 1}]}`), 'off');
    expect(error.violations[0]).toMatchObject({ line: 200_006, column: 8 });
  });
});

describe('The refusal of a document that violates the schema', () => {
  it('names the line of the file in XML, also in elements that are validated separately', async () => {
    const nested =
      '<component type="library">\n<name>b</name>\n<components>\n<component type="library">\n<nam/>\n';
    const error = await refusalOf(
      xml(`${GOOD_XML}${nested}</component></components>\n<x/></component>\n</components>\n<y/></bom>`),
    );
    expect(error.violations.map(({ line }) => line)).toEqual(expect.arrayContaining([9, 11, 13]));
  });

  it('names the JSON pointer in JSON', async () => {
    const error = await refusalOf(json(`${COMPONENTS}{"type": "library", "components": [{"name": 1}]}]}`));
    expect(error.violations.map(({ place }) => place)).toContain('/components/1/components/0/name');
  });

  it('names the pointer of a version that is unknown or missing', async () => {
    for (const version of ['"9.9"', '"1.1"', '1']) {
      const error = await refusalOf(Buffer.from(`{"bomFormat":"CycloneDX","specVersion":${version}}`));
      expect(error.violations.map(({ place }) => place)).toEqual(['/specVersion']);
    }
  });

  it('names the pointer of a repeated list', async () => {
    const error = await refusalOf(json('"components": [], "components": []}'));
    expect(error.violations.map(({ place }) => place)).toEqual(['/components']);
  });

  it('names the place of a foreign root element', async () => {
    const error = await refusalOf(Buffer.from('<?xml version="1.0"?>\n<html>\n</html>'));
    expect(error.violations[0]).toMatchObject({ line: 2 });
  });
});

describe('The syntax scanner', () => {
  const scan = (text: string, size: number) => {
    const scanner = new JsonSyntaxScanner(100);
    const all = Buffer.from(text);
    for (let at = 0; at < all.length; at += size) {
      const error = scanner.write(all.subarray(at, at + size));
      if (error) return error;
    }
    return scanner.end();
  };
  const texts = [
    ...['{}', '[]', ' [1, -0.5e+7, true, false, null, "\\u00e4\\n\\"", {"a": {}, "": [[]]}] ', '0', '"x"'],
    ...[
      '',
      '{',
      '[1,]',
      '{"a":}',
      '{"a" 1}',
      '[1 2]',
      '{,}',
      '[,]',
      '"\t"',
      'tru',
      '-',
      '1.',
      '.5',
      '+1',
      '[}',
    ],
    ...['{]', '{"a":1,}', '{1:2}', '"\\q"', '"\\u12"', ']', '1 2', '[1]]', '{"a":1 "b":2}', '[NaN]', 'nulll'],
  ];

  it.each(texts)('agrees with JSON.parse on %j, as a whole and byte by byte', (text) => {
    let isJson = true;
    try {
      JSON.parse(text);
    } catch {
      isJson = false;
    }
    for (const size of [1, 1000]) expect(scan(text, size) === undefined).toBe(isJson);
  });
});
