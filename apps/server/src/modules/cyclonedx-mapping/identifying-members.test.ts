import type { Component } from '@tallyman/cyclonedx';
import { expect, it } from 'vitest';
import { identifyingMembers } from './identifying-members.ts';

const identifying: Component = {
  ...{ type: 'library', 'bom-ref': 'r', group: 'g', name: 'n', version: '1', purl: 'pkg:npm/n@1' },
  cpe: 'cpe:2.3:a:x:y:1:*:*:*:*:*:*:*',
  swid: { tagId: 't', name: 'n' },
  hashes: [{ alg: 'MD5', content: 'aa' }],
};

it('A VEX component entry holds only type, group, name, version, purl, cpe, swid and hashes', () => {
  const others: Partial<Component> = {
    ...{ description: 'd', copyright: 'c', scope: 'required', author: 'a', supplier: { name: 's' } },
    ...{ properties: [{ name: 'p' }], licenses: [{ license: { id: 'MIT' } }], evidence: {}, tags: ['t'] },
    externalReferences: [{ type: 'vcs', url: 'u' }],
  };
  expect(identifyingMembers({ ...identifying, ...others })).toEqual(identifying);
});

it('A VEX component entry has no members that are absent', () => {
  expect(Object.keys(identifyingMembers({ type: 'library', name: 'n' }))).toEqual(['type', 'name']);
});
