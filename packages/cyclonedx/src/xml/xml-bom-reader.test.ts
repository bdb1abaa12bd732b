import { describe, expect, it } from 'vitest';
import { parseBom } from '../read/parse-bom.ts';
import { validateBom } from '../read/validate-bom.ts';

const NAMESPACE = 'http://cyclonedx.org/schema/bom/1.6';

function bom(content: string, version = '1.6'): Buffer {
  return Buffer.from(
    `<?xml version="1.0"?>\n<bom xmlns="http://cyclonedx.org/schema/bom/${version}" version="1">${content}</bom>`,
  );
}

const component = (name: string, inner = '') =>
  `<component type="library"><name>${name}</name>${inner}</component>`;

describe('reading XML', () => {
  it('produces the same model as JSON', async () => {
    const { bom: model } = await parseBom(
      bom(`<metadata><timestamp>2024-01-01T00:00:00Z</timestamp><tools><tool><name>t</name></tool></tools>
        <component type="application" bom-ref="root"><name>app</name></component></metadata>
        <components><component type="library" bom-ref="a" mime-type="text/x">
          <supplier><name>S</name><url>https://s.example</url><contact><email>a@s.example</email></contact></supplier>
          <name>a</name><version>1</version><scope/>
          <hashes><hash alg="MD5">d41d8cd98f00b204e9800998ecf8427e</hash></hashes>
          <licenses><license acknowledgement="declared"><id>MIT</id><text content-type="text/plain">t</text></license></licenses>
          <purl>pkg:npm/a@1</purl><modified>false</modified>
          <externalReferences><reference type="vcs"><url>https://v.example</url></reference></externalReferences>
          <properties><property name="p">v</property></properties>
          <evidence><identity><field>purl</field><confidence>1</confidence></identity>
            <occurrences><occurrence><location>/x</location><line>3</line></occurrence></occurrences></evidence>
        </component></components>
        <dependencies><dependency ref="root"><dependency ref="a"/></dependency><dependency ref="a"/></dependencies>
        <vulnerabilities><vulnerability><id>CVE-1</id><cwes><cwe>79</cwe></cwes>
          <analysis><state>not_affected</state><responses><response>update</response></responses></analysis>
          <affects><target><ref>a</ref></target></affects></vulnerability></vulnerabilities>`),
    );
    expect(model).toEqual({
      version: 1,
      metadata: {
        timestamp: '2024-01-01T00:00:00Z',
        tools: [{ name: 't' }],
        component: { type: 'application', 'bom-ref': 'root', name: 'app' },
      },
      components: [
        {
          type: 'library',
          'bom-ref': 'a',
          'mime-type': 'text/x',
          supplier: { name: 'S', url: ['https://s.example'], contact: [{ email: 'a@s.example' }] },
          name: 'a',
          version: '1',
          scope: 'required',
          hashes: [{ alg: 'MD5', content: 'd41d8cd98f00b204e9800998ecf8427e' }],
          licenses: [
            {
              license: {
                acknowledgement: 'declared',
                id: 'MIT',
                text: { contentType: 'text/plain', content: 't' },
              },
            },
          ],
          purl: 'pkg:npm/a@1',
          modified: false,
          externalReferences: [{ type: 'vcs', url: 'https://v.example' }],
          properties: [{ name: 'p', value: 'v' }],
          evidence: {
            identity: [{ field: 'purl', confidence: 1 }],
            occurrences: [{ location: '/x', line: 3 }],
          },
        },
      ],
      dependencies: [{ ref: 'root', dependsOn: ['a'] }, { ref: 'a' }],
      vulnerabilities: [
        {
          id: 'CVE-1',
          cwes: [79],
          analysis: { state: 'not_affected', response: ['update'] },
          affects: [{ ref: 'a' }],
        },
      ],
    });
  });

  it('accepts prefixes, CDATA, comments and elements of other namespaces', async () => {
    const document = `<c:bom xmlns:c="${NAMESPACE}" xmlns:f="urn:foreign"><c:components>
      <!-- one --><c:component type="library" f:x="y"><c:name><![CDATA[a & b]]></c:name><f:more><f:name>no</f:name></f:more></c:component>
      <f:trailing/></c:components></c:bom>`;
    expect((await parseBom(Buffer.from(document))).bom.components).toEqual([
      { type: 'library', name: 'a & b' },
    ]);
  });

  it('treats elements without a namespace as foreign elements', async () => {
    const document = `<c:bom xmlns:c="${NAMESPACE}"><c:components><c:component type="library"><name>a</name></c:component></c:components></c:bom>`;
    expect(await validateBom(Buffer.from(document))).toMatchObject({ valid: false });
  });

  it('reads other encodings', async () => {
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?><bom xmlns="${NAMESPACE}"><components>${component('é')}</components></bom>`;
    expect((await parseBom(Buffer.from(text, 'latin1'))).bom.components).toEqual([
      { type: 'library', name: 'é' },
    ]);
    const utf16 = Buffer.from(`\ufeff${text.replace('ISO-8859-1', 'UTF-16')}`, 'utf16le');
    expect((await parseBom(utf16)).bom.components).toEqual([{ type: 'library', name: 'é' }]);
  });

  it('keeps the nesting of components', async () => {
    const nested = `<components>${component('b', `<components>${component('c')}</components>`)}${component('d')}</components>`;
    const metadata = `<metadata><component type="application"><name>app</name><components>${component('m')}</components></component></metadata>`;
    expect(
      (await parseBom(bom(`${metadata}<components>${component('a', nested)}</components>`))).bom,
    ).toMatchObject({
      metadata: { component: { name: 'app', components: [{ name: 'm' }] } },
      components: [{ name: 'a', components: [{ name: 'b', components: [{ name: 'c' }] }, { name: 'd' }] }],
    });
  });

  it('reads versions 1.0 and 1.1', async () => {
    const early = `<components><component type="library"><name>a</name><version>1</version>
      <licenses><license><id>MIT</id></license></licenses><modified>true</modified></component></components>`;
    const expected = {
      type: 'library',
      name: 'a',
      version: '1',
      licenses: [{ license: { id: 'MIT' } }],
      modified: true,
    };
    expect((await parseBom(bom(early, '1.0'))).bom.components).toEqual([expected]);
    expect((await parseBom(bom(early, '1.1'))).bom.components).toEqual([expected]);
  });
});

describe('extensions', () => {
  it('reads the dependency graph extension of 1.1', async () => {
    const graph = `<d:dependencies xmlns:d="http://cyclonedx.org/schema/ext/dependency-graph/1.0">
      <d:dependency ref="a"><d:dependency ref="b"/></d:dependency></d:dependencies>`;
    expect((await parseBom(bom(`<components/>${graph}`, '1.1'))).bom.dependencies).toEqual([
      { ref: 'a', dependsOn: ['b'] },
    ]);
  });
});

describe('violations of the XSD', () => {
  it.each([
    [
      'in a component',
      `<components>\n${component('a')}\n<component type="library">\n<nome>b</nome></component></components>`,
      5,
    ],
    [
      'in a nested component',
      `<components>\n${component('a', `<components>\n\n<component type="nope"><name>x</name></component></components>`)}</components>`,
      5,
    ],
    ['after a list that is split', `<components>\n${component('a')}\n</components>\n<surprise/>`, 5],
    ['in the metadata', '<metadata>\n<timestamp>yesterday</timestamp></metadata>', 3],
    ['in a dependency', '<dependencies>\n\n<dependency/></dependencies>', 4],
    [
      'of a repeated bom-ref',
      '<components>\n<component type="library" bom-ref="x"><name>a</name></component>\n<component type="library" bom-ref="x"><name>b</name></component></components>',
      4,
    ],
  ])('report the line: %s', async (_, content, line) => {
    const verdict = await validateBom(bom(content));
    expect(verdict.valid).toBe(false);
    expect(verdict.violations[0]).toMatchObject({ line, place: `line ${line}` });
  });

  it('report the line in a large document', async () => {
    const many = Array.from({ length: 6000 }, (_, index) =>
      component(`component-${index}`, '<description>some text</description>'),
    );
    many[4000] = '<component type="library"><name>a</name><scope>sometimes</scope></component>';
    const verdict = await validateBom(bom(`<components>\n${many.join('\n')}\n</components>`));
    expect(verdict.violations[0]).toMatchObject({ line: 4003 });
  });

  it.each([
    [
      'a DOCTYPE after the declaration',
      '<?xml version="1.0"?><!DOCTYPE bom SYSTEM "file:///etc/passwd"><bom/>',
      'doctype-refused',
    ],
    ['an undeclared entity', bom('<components>&xxe;</components>').toString(), 'malformed'],
    ['an element that is not closed', bom('').toString().replace('</bom>', '<components>'), 'truncated'],
    ['a closing tag of another element', bom('<components></component>').toString(), 'malformed'],
    [
      'bytes that are not UTF-8',
      Buffer.concat([bom('').subarray(0, -6), Buffer.from([0xff]), Buffer.from('</bom>')]),
      'invalid-encoding',
    ],
  ])('are not reported for %s, which is refused immediately', async (_, document, kind) => {
    await expect(validateBom(Buffer.from(document))).rejects.toMatchObject({ kind });
  });
});
