import { expect, test } from 'vitest';
import { findDocumentSubject } from './document-subject.ts';

test('the subject of a document is read from JSON and from XML', () => {
  const json = JSON.stringify({ metadata: { component: { name: 'shop', version: '1.2' } } });
  const xml = `<?xml version="1.0"?><bom><metadata><tools/><component type="application"><name>shop</name>
    <version>1.2</version></component></metadata><components><component><name>other</name></component></components></bom>`;
  expect(findDocumentSubject(json)).toEqual({ name: 'shop', version: '1.2' });
  expect(findDocumentSubject(xml)).toEqual({ name: 'shop', version: '1.2' });
});

test.each(['', '{', '[]', '{"metadata":{"component":{"name":3}}}', '<bom/>', 'PK'])(
  'a document without a named component has no subject: %s',
  (text) => {
    expect(findDocumentSubject(text)).toBeUndefined();
  },
);
