import fc from 'fast-check';
import { ParseOption, XmlDocument, XsdValidator } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { escapeText } from './xml-text.ts';
import { toXmlUri } from './xml-uri.ts';

const XSD = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="u" type="xs:anyURI"/></xs:schema>`;
const validator = XsdValidator.fromDoc(XmlDocument.fromString(XSD));

function isAnyUri(text: string): boolean {
  using document = XmlDocument.fromString(`<u>${escapeText(text)}</u>`, {
    option: ParseOption.XML_PARSE_DEFAULT,
  });
  try {
    validator.validate(document);
    return true;
  } catch {
    return false;
  }
}

const parts = [
  'http://',
  'a',
  ':',
  '/',
  '?',
  '#',
  '[',
  ']',
  '%',
  '%20',
  '@',
  ' ',
  'ü',
  '{',
  '|',
  '8080',
  '\\',
  '//',
  '..',
  '%zz',
];
const addresses = fc.oneof(
  fc.array(fc.constantFrom(...parts), { maxLength: 8 }).map((list) => list.join('')),
  fc.string({ unit: 'binary', maxLength: 10 }),
  fc.webUrl(),
);

describe('addresses in XML', () => {
  it('are always valid as xs:anyURI of the XSD', () => {
    fc.assert(
      fc.property(addresses, (address) => {
        expect(isAnyUri(toXmlUri(address))).toBe(true);
      }),
      { numRuns: 1500 },
    );
  });

  it('are unchanged if they are valid', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (address) => {
        expect(toXmlUri(address)).toBe(address);
      }),
    );
  });

  it('do not change when they are converted again', () => {
    fc.assert(
      fc.property(addresses, (address) => {
        expect(toXmlUri(toXmlUri(address))).toBe(toXmlUri(address));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
    ['git@github.com:team/repo.git', 'git@github.com%3Ateam/repo.git'],
    ['pkg:npm/%40scope/name@1.0.0?a=b#sub', 'pkg:npm/%40scope/name@1.0.0?a=b#sub'],
    ['https://example.com/a b', 'https://example.com/a b'],
    ['a#b#c', 'a#b%23c'],
    ['https://exämple.com/ü', 'https://ex%C3%A4mple.com/%C3%BC'],
    ['100%', '100%25'],
  ])('%s is written as %s', (address, written) => {
    expect(toXmlUri(address)).toBe(written);
  });
});
