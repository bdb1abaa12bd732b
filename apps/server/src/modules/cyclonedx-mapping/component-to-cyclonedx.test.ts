import type { Component, Service } from '@tallyman/cyclonedx';
import { describe, expect, it } from 'vitest';
import { componentToCyclonedx, type StoredComponent } from './component-to-cyclonedx.ts';
import { type StoredService, serviceToCyclonedx } from './service-to-cyclonedx.ts';
import { toComponentRow } from './to-component-row.ts';
import { toServiceRow } from './to-service-row.ts';

const UUID = '0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e5f';
const lookUps = { licenses: { byId: new Map(), byName: new Map() }, isInternal: () => false };
const unresolved = { resolved_id: null, resolved_name: null, resolved_is_custom: null };

/** As it comes back from the database. */
function stored(component: Partial<Component>): StoredComponent {
  const row = toComponentRow({ type: 'library', name: 'a', ...component }, lookUps);
  return JSON.parse(JSON.stringify({ ...row, ...unresolved, uuid: UUID }));
}

function storedService(service: Partial<Service>): StoredService {
  return JSON.parse(JSON.stringify({ ...toServiceRow({ name: 'a', ...service }), uuid: UUID }));
}

describe('A component of a document', () => {
  it.each<Partial<Component>>([
    { group: 'g', version: '1', description: 'd', publisher: 'p', copyright: 'c', scope: 'excluded' },
    { purl: 'pkg:npm/a@1', cpe: 'cpe:2.3:a:x:y:1:*:*:*:*:*:*:*' },
    { purl: 'no package URL' },
    {
      hashes: [
        { alg: 'SHA-1', content: 'aa' },
        { alg: 'Streebog-512', content: 'bb' },
      ],
    },
    {
      supplier: { name: 's', url: ['https://example.org'], contact: [{ name: 'n', email: 'e', phone: 'p' }] },
    },
    { supplier: { 'bom-ref': 'r', name: 's', address: { country: 'Norway' } } },
    { authors: [{ name: 'n' }, { 'bom-ref': 'r', email: 'e' }] },
    { author: 'older', authors: [{ name: 'newer' }] },
    { swid: { tagId: 't', name: 'n', patch: true } },
    { licenses: [{ license: { id: 'MIT', text: { content: 'text' } } }, { license: { name: 'x' } }] },
    { licenses: [{ expression: '(MIT OR Apache-2.0)', acknowledgement: 'declared' }] },
    {
      externalReferences: [{ type: 'vcs', url: 'u', comment: 'c', hashes: [{ alg: 'MD5', content: 'aa' }] }],
    },
    {
      properties: [
        { name: 'a:b:c', value: '1' },
        { name: ':x' },
        { name: 'x:' },
        { name: 'a:b:c', value: '1' },
      ],
    },
    { evidence: { occurrences: [{ location: 'l' }], callstack: { frames: [] } }, pedigree: { notes: 'n' } },
    { 'mime-type': 'text/plain', modified: true, tags: ['t'], isExternal: true, versionRange: 'vers:npm/*' },
    {
      cryptoProperties: { assetType: 'key' },
      modelCard: { x: 1 },
      data: [{ type: 'dataset' }],
      swhid: ['s'],
    },
  ])('is exported as it was uploaded: %j', (members) => {
    const component = { type: 'library', name: 'a', ...members, 'bom-ref': UUID };
    expect(componentToCyclonedx(stored(members))).toEqual(component);
  });

  it('has its author in the list of authors, as newer versions do', () => {
    expect(componentToCyclonedx(stored({ author: 'Ada' }))).toMatchObject({ authors: [{ name: 'Ada' }] });
  });

  it('is exported with changes that were made since the upload', () => {
    const row = stored({
      supplier: { name: 's', address: { country: 'Norway' } },
      authors: [{ 'bom-ref': 'r', name: 'n' }],
      swid: { tagId: 't', name: 'n' },
    });
    const changed = { ...row, supplier: { name: 'other' }, authors: null, swid_tag_id: 'other' };
    const component = componentToCyclonedx(changed);
    expect(component).toMatchObject({ supplier: { name: 'other' }, swid: { tagId: 'other', name: 'a' } });
    expect(component).not.toHaveProperty('authors');
  });
});

describe('A service of a document', () => {
  it.each<Partial<Service>>([
    { group: 'g', version: '1', description: 'd', endpoints: ['e'], authenticated: false },
    { provider: { name: 'p', address: { country: 'Norway' } }, 'x-trust-boundary': true, trustZone: 'z' },
    {
      data: [
        { flow: 'bi-directional', classification: 'PII' },
        { flow: 'unknown', classification: 'x' },
      ],
    },
    { data: [{ flow: 'inbound', classification: 'PII', name: 'n', source: ['s'] }] },
    {
      licenses: [{ expression: 'MIT' }],
      properties: [{ name: 'n' }],
      tags: ['t'],
      releaseNotes: { type: 'major' },
    },
  ])('is exported as it was uploaded: %j', (members) => {
    expect(serviceToCyclonedx(storedService(members))).toEqual({ name: 'a', ...members, 'bom-ref': UUID });
  });

  it('is exported with changes that were made since the upload', () => {
    const row = storedService({ data: [{ flow: 'inbound', classification: 'PII', name: 'n' }] });
    const changed = { ...row, data: [{ direction: 'OUTBOUND', name: 'PII' }] };
    expect(serviceToCyclonedx(changed).data).toEqual([{ flow: 'outbound', classification: 'PII' }]);
  });
});
