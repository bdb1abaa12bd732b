import type { Component } from '@tallyman/cyclonedx';
import { describe, expect, it } from 'vitest';
import { toComponentIdentity } from './to-component-identity.ts';
import { toComponentRow } from './to-component-row.ts';

const lookUps = { licenses: { byId: new Map(), byName: new Map() }, isInternal: () => false };
const NOTHING = { purl: null, purlCoordinates: null, cpe: null, swidTagId: null, group: null, version: null };

describe('The identity of a component', () => {
  it.each<[string, Partial<Component>, object]>([
    ['nothing but its name', {}, {}],
    [
      'the PURL in canonical form, and its coordinates',
      { purl: 'pkg:PyPI/Django_Rest@1.0?b=2&a=1#sub' },
      { purl: 'pkg:pypi/django-rest@1.0?a=1&b=2#sub', purlCoordinates: 'pkg:pypi/django-rest@1.0' },
    ],
    ['no PURL if it is invalid', { purl: 'nonsense' }, {}],
    ['the CPE', { cpe: ' cpe:/a:x:y ' }, { cpe: 'cpe:/a:x:y' }],
    ['the SWID tag id', { swid: { tagId: ' t ', name: 'n' } }, { swidTagId: 't' }],
    ['group and version', { group: ' g', version: '1 ' }, { group: 'g', version: '1' }],
    ['no group and version if they are blank', { group: ' ', version: '' }, {}],
    ['characters that can be stored', { version: 'a\0b' }, { version: 'a\ufffdb' }],
  ])('has %s', (_what, members, expected) => {
    expect(toComponentIdentity({ type: 'library', name: 'n', ...members })).toEqual({
      ...{ ...NOTHING, name: 'n' },
      ...expected,
    });
  });

  it.each([
    ['a', 'a'],
    [' ', '-'],
    ['x'.repeat(501), 'x'.repeat(500)],
  ])('is called as the portfolio calls the component', (name, expected) => {
    const component: Component = {
      type: 'library',
      name,
      version: ' 1',
      group: 'g ',
      purl: 'pkg:npm/%40a/b@1',
    };
    const row = toComponentRow(component, lookUps);
    expect(toComponentIdentity(component)).toMatchObject({
      name: expected,
      purl: row.purl,
      purlCoordinates: row.purl_coordinates,
      group: row.group_name,
      version: row.version,
    });
    expect(row.name).toBe(expected);
  });
});
