import { describe, expect, it } from 'vitest';
import { identityOf } from '../../../../test/support/vex-import-fixtures.ts';
import { resolveReference } from './resolve-reference.ts';

const SERIAL = '3e671687-395b-41f5-a30f-a58921a69b79';
const index = {
  metadataRef: 'project',
  components: new Map([
    ['a', identityOf('a')],
    [`urn:cdx:${SERIAL}/1#inside`, identityOf('linked')],
  ]),
  duplicates: [],
};

describe('Import rule 5: a reference resolves to', () => {
  it.each<[string, string, object]>([
    ['a components entry', 'a', { scope: 'component', identity: identityOf('a') }],
    ['the metadata component', 'project', { scope: 'project' }],
    ['nothing, and is a BOM-Link to a document', `urn:cdx:${SERIAL}/1`, { scope: 'project' }],
    ['nothing, and is a BOM-Link to an element', `urn:cdx:${SERIAL}/12#any thing`, { scope: 'project' }],
    ['nothing, and is a BOM-Link in capitals', `URN:CDX:${SERIAL.toUpperCase()}/1`, { scope: 'project' }],
    [
      'nothing, and is a BOM-Link to an element with a line break',
      `urn:cdx:${SERIAL}/1#a\nb`,
      { scope: 'project' },
    ],
    [
      'a components entry that is called by a BOM-Link',
      `urn:cdx:${SERIAL}/1#inside`,
      { scope: 'component', identity: identityOf('linked') },
    ],
    ['nothing else', 'unknown', { scope: 'unresolvable' }],
    ['nothing: a BOM-Link without a version', `urn:cdx:${SERIAL}`, { scope: 'unresolvable' }],
    ['nothing: a BOM-Link without a serial number', 'urn:cdx:/1', { scope: 'unresolvable' }],
    ['nothing: a BOM-Link with something before it', ` urn:cdx:${SERIAL}/1`, { scope: 'unresolvable' }],
    ['nothing: a BOM-Link with something after it', `urn:cdx:${SERIAL}/1x`, { scope: 'unresolvable' }],
    ['nothing: a reference in another case', 'A', { scope: 'unresolvable' }],
  ])('%s', (_what, ref, expected) => {
    expect(resolveReference(ref, index)).toEqual(expected);
  });

  it('the metadata component before a components entry of the same name', () => {
    const components = new Map([['project', identityOf('double')]]);
    expect(resolveReference('project', { ...index, components })).toEqual({ scope: 'project' });
  });
});
