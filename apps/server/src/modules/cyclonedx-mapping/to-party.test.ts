import type { OrganizationalEntity } from '@tallyman/cyclonedx';
import { describe, expect, it } from 'vitest';
import { organizationToCyclonedx, peopleToCyclonedx } from './party-to-cyclonedx.ts';
import { hasUnstoredMembers, toOrganization, toPeople } from './to-party.ts';

describe('People', () => {
  it.each([
    ['absent', undefined, null],
    ['empty', [], null],
    ['without any member', [{}, { name: '' }], null],
    ['with all members', [{ name: 'n', email: 'e', phone: 'p' }], [{ name: 'n', email: 'e', phone: 'p' }]],
    ['with a bom-ref, which is not stored', [{ 'bom-ref': 'r', name: 'n' }], [{ name: 'n' }]],
  ])('are converted to their stored form: %s', (_what, given, stored) => {
    expect(toPeople(given)).toEqual(stored);
  });

  it('are exported as they were uploaded until they are changed', () => {
    const uploaded = [{ 'bom-ref': 'r', name: 'n' }];
    expect(peopleToCyclonedx(toPeople(uploaded), uploaded)).toBe(uploaded);
    expect(peopleToCyclonedx([{ name: 'm' }], uploaded)).toEqual([{ name: 'm' }]);
    expect(peopleToCyclonedx(null, uploaded)).toBeUndefined();
  });
});

describe('An organisation', () => {
  it.each<[string, OrganizationalEntity | undefined, object | null, boolean]>([
    ['absent', undefined, null, false],
    ['empty', { name: '', url: [], contact: [] }, null, false],
    [
      'complete',
      { name: 'n', url: ['u'], contact: [{ name: 'c' }] },
      { name: 'n', urls: ['u'], contacts: [{ name: 'c' }] },
      false,
    ],
    ['with an address', { name: 'n', address: { country: 'Norway' } }, { name: 'n' }, true],
    ['with a bom-ref', { 'bom-ref': 'r', name: 'n' }, { name: 'n' }, true],
    [
      'with the bom-ref of a contact',
      { contact: [{ 'bom-ref': 'r', name: 'c' }] },
      { contacts: [{ name: 'c' }] },
      true,
    ],
  ])('is converted to its stored form and back: %s', (_what, given, stored, hasMore) => {
    expect(toOrganization(given)).toEqual(stored);
    expect(hasUnstoredMembers(given)).toBe(hasMore);
    if (given && stored) expect(organizationToCyclonedx(stored, given)).toBe(given);
    if (!hasMore && stored) expect(organizationToCyclonedx(stored)).toEqual(given);
  });

  it('is exported as it is stored after it was changed', () => {
    const uploaded = { name: 'n', address: { country: 'Norway' } };
    expect(organizationToCyclonedx({ name: 'm' }, uploaded)).toEqual({ name: 'm' });
    expect(organizationToCyclonedx(null, uploaded)).toBeUndefined();
  });
});
