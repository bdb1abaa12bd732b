import type { Component } from '@tallyman/cyclonedx';
import { describe, expect, it } from 'vitest';
import { toLicenseTable } from '../licenses/license-table.ts';
import { type ComponentLookUps, toComponentRow } from './to-component-row.ts';

const lookUps: ComponentLookUps = {
  licenses: toLicenseTable([{ id: 7, uuid: 'u', licenseId: 'MIT', name: 'MIT License' }]),
  isInternal: (group) => group === 'acme',
};

const toRow = (component: Partial<Component>) =>
  toComponentRow({ type: 'library', name: 'a', ...component }, lookUps);

describe('A component of a document', () => {
  it('with only a name and a type has no other column', () => {
    const row = toRow({});
    expect(row).toMatchObject({ name: 'a', classifier: 'LIBRARY', is_internal: false, occurrence_count: 0 });
    const { name: _n, classifier: _c, is_internal: _i, occurrence_count: _o, ...others } = row;
    expect(Object.values(others).every((value) => value === null)).toBe(true);
  });

  it('has its package URL in canonical form, and the coordinates', () => {
    expect(toRow({ purl: 'pkg:PyPI/Django_Rest@1.0?b=2&a=1' })).toMatchObject({
      purl: 'pkg:pypi/django-rest@1.0?a=1&b=2',
      purl_coordinates: 'pkg:pypi/django-rest@1.0',
      rest: null,
    });
  });

  it('keeps an invalid package URL in the rest', () => {
    expect(toRow({ purl: 'pkg:nothing' })).toMatchObject({ purl: null, rest: { purl: 'pkg:nothing' } });
  });

  it.each([
    ['operating-system', 'OPERATING_SYSTEM'],
    ['cryptographic-asset', 'CRYPTOGRAPHIC_ASSET'],
    ['something-new', 'LIBRARY'],
  ])('has for the type %s the classifier %s', (type, classifier) => {
    expect(toRow({ type: type as Component['type'] }).classifier).toBe(classifier);
  });

  it('has its hashes by algorithm, in lower case', () => {
    const hashes = [
      { alg: 'SHA3-256', content: 'AB' },
      { alg: 'BLAKE2b-512', content: 'cd' },
      { alg: 'Streebog-256', content: 'EF' },
    ] as const;
    expect(toRow({ hashes }).hashes).toEqual({ sha3_256: 'ab', blake2b_512: 'cd', streebog_256: 'ef' });
  });

  it('has the names of its properties split at the first colon, and deterministic UUIDs', () => {
    const properties = [
      { name: 'a:b:c', value: '1' },
      { name: 'plain' },
      { name: ':odd', value: '' },
      { name: 'plain' },
    ];
    const stored = toRow({ properties }).properties as { uuid: string }[];
    expect(stored).toMatchObject([
      { groupName: 'a', propertyName: 'b:c', propertyValue: '1', propertyType: 'STRING' },
      { propertyName: 'plain' },
      { propertyName: ':odd', propertyValue: '' },
      { propertyName: 'plain' },
    ]);
    expect(new Set(stored.map(({ uuid }) => uuid)).size).toBe(4);
    for (const { uuid } of stored)
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(toRow({ properties }).properties).toEqual(stored);
  });

  it('has its authors, or the author of older versions', () => {
    expect(toRow({ author: 'A' })).toMatchObject({ authors: [{ name: 'A' }], rest: null });
    const both = toRow({ author: 'A', authors: [{ name: 'B', email: 'b@example.com' }] });
    expect(both).toMatchObject({ authors: [{ name: 'B', email: 'b@example.com' }], rest: { author: 'A' } });
  });

  it('keeps a supplier whole if the column stores a part of it', () => {
    const supplier = { name: 'S', url: ['https://s.example'], contact: [{ name: 'C' }] };
    const column = { name: 'S', urls: ['https://s.example'], contacts: [{ name: 'C' }] };
    expect(toRow({ supplier })).toMatchObject({ supplier: column, rest: null });
    const withAddress = { ...supplier, address: { country: 'CH' } };
    expect(toRow({ supplier: withAddress })).toMatchObject({
      supplier: column,
      rest: { supplier: withAddress },
    });
  });

  it('keeps all members without a column', () => {
    const rest = {
      'mime-type': 'text/plain',
      licenses: [{ license: { id: 'MIT', text: { content: 'long' } } }],
      swid: { tagId: ' t ', name: 'n' },
      evidence: { occurrences: [{ location: '/a' }, { location: '/b' }] },
      pedigree: { notes: 'n' },
      tags: ['x'],
    };
    expect(toRow(rest)).toMatchObject({ rest, license_id: 7, swid_tag_id: 't', occurrence_count: 2 });
  });

  it('is internal if the rules match', () => {
    expect(toRow({ group: ' acme ' })).toMatchObject({ group_name: 'acme', is_internal: true });
  });

  it('without a name is named by a dash', () => {
    expect(toRow({ name: '  ' }).name).toBe('-');
  });
});
