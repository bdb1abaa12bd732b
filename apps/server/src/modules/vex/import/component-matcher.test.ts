import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identityOf, projectComponentOf } from '../../../../test/support/vex-import-fixtures.ts';
import type { ComponentIdentity } from '../../cyclonedx-mapping/to-component-identity.ts';
import { ComponentMatcher } from './component-matcher.ts';

const PURL = { purl: 'pkg:npm/a@1?x=y', purlCoordinates: 'pkg:npm/a@1' };
const CPE_23 = 'cpe:2.3:a:acme:rocket:1.0:*:*:*:*:*:*:*';
const NAMED = { group: 'g', name: 'n', version: '1' };

const matches = (given: Partial<ComponentIdentity>, stored: Partial<ComponentIdentity>) =>
  new ComponentMatcher([projectComponentOf(1, 'stored', stored)])
    .match('ref', identityOf('given', given))
    .map(({ id }) => id);

describe('Import rule 6: a component entry matches when any one of these holds', () => {
  it.each<[string, Partial<ComponentIdentity>, Partial<ComponentIdentity>]>([
    ['PURL equal in canonical form', PURL, PURL],
    ['PURL coordinates equal', { ...PURL, purl: 'pkg:npm/a@1#sub' }, PURL],
    ['CPE equal', { cpe: CPE_23 }, { cpe: CPE_23 }],
    ['CPE equal, in CPE 2.2 and 2.3', { cpe: 'cpe:/a:acme:rocket:1.0' }, { cpe: CPE_23 }],
    ['CPE equal, but for the case', { cpe: CPE_23.replace('acme', 'ACME') }, { cpe: CPE_23 }],
    ['SWID tag ID equal', { swidTagId: 't' }, { swidTagId: 't' }],
    ['group, name and version all equal', NAMED, NAMED],
    ['name equal, and group and version absent in both', { name: 'n' }, { name: 'n' }],
    [
      'CPE equal, and the PURL different',
      { ...PURL, cpe: CPE_23 },
      { cpe: CPE_23, purlCoordinates: 'pkg:npm/b@1' },
    ],
  ])('%s', (_rule, given, stored) => {
    expect(matches(given, stored)).toEqual([1]);
  });

  it.each<[string, Partial<ComponentIdentity>, Partial<ComponentIdentity>]>([
    ['the version of the PURL', PURL, { purlCoordinates: 'pkg:npm/a@2' }],
    ['the version of the CPE', { cpe: CPE_23 }, { cpe: CPE_23.replace('1.0', '1.1') }],
    ['the SWID tag ID', { swidTagId: 't' }, { swidTagId: 'T' }],
    ['the group', NAMED, { ...NAMED, group: 'h' }],
    ['the group, absent in one', NAMED, { ...NAMED, group: null }],
    ['the name', NAMED, { ...NAMED, name: 'm' }],
    ['the version', NAMED, { ...NAMED, version: '2' }],
    ['the version, absent in one', NAMED, { ...NAMED, version: null }],
    ['everything; what both lack is not equal', {}, {}],
    ['the kind of the identifier', { swidTagId: CPE_23 }, { cpe: CPE_23 }],
    [
      'how group, name and version are divided',
      { ...NAMED, group: 'a', name: 'b c' },
      { ...NAMED, group: 'a b', name: 'c' },
    ],
  ])('but not when they differ in %s', (_what, given, stored) => {
    expect(matches(given, stored)).toEqual([]);
  });

  it('several components may match, each once', () => {
    const stored = [
      projectComponentOf(1, 'n', { ...PURL, swidTagId: 't' }),
      projectComponentOf(2, 'other'),
      projectComponentOf(3, 'third', PURL),
    ];
    const matcher = new ComponentMatcher(stored);
    const given = identityOf('n', { ...PURL, swidTagId: 't' });
    expect(matcher.match('ref', given).map(({ id }) => id)).toEqual([1, 3]);
  });

  it('remembers the matches of a reference', () => {
    const matcher = new ComponentMatcher([projectComponentOf(1, 'n')]);
    expect(matcher.match('ref', identityOf('n'))).toBe(matcher.match('ref', identityOf('n')));
  });

  it('exactly when one of the five rules says so', () => {
    const value = fc.constantFrom('a', 'b');
    const identity: fc.Arbitrary<ComponentIdentity> = fc.record({
      purl: fc.constant(null),
      purlCoordinates: fc.option(value),
      cpe: fc.option(value),
      swidTagId: fc.option(value),
      group: fc.option(value),
      name: value,
      version: fc.option(value),
    });
    fc.assert(
      fc.property(identity, fc.array(identity, { maxLength: 6 }), (given, stored) => {
        const components = stored.map((one, id) => ({ ...one, id, uuid: `uuid-${id}` }));
        const both = (one: ComponentIdentity, name: 'purlCoordinates' | 'cpe' | 'swidTagId') =>
          given[name] !== null && given[name] === one[name];
        const expected = components.filter(
          (one) =>
            both(one, 'purlCoordinates') ||
            both(one, 'cpe') ||
            both(one, 'swidTagId') ||
            (given.group === one.group && given.name === one.name && given.version === one.version),
        );
        const found = new ComponentMatcher(components).match('ref', given);
        expect(new Set(found.map(({ id }) => id))).toEqual(new Set(expected.map(({ id }) => id)));
        expect(found).toHaveLength(expected.length);
      }),
    );
  });
});
