import { describe, expect, it } from 'vitest';
import { ComponentMatcher } from './component-matcher.ts';

const named = (name: string, more: object = {}) => ({
  ...{ purl: null, purlCoordinates: null, cpe: null, swidTagId: null, group: null, name, version: null },
  ...more,
});

describe('The components that an entry means', () => {
  it('include those whose CPE name is spelled the other way', () => {
    const [old, now] = ['cpe:/a:acme:rocket:1.0', 'cpe:2.3:a:acme:rocket:1.0:*:*:*:*:*:*:*'];
    const stored = { ...named('stored', { cpe: now }), id: 1, uuid: 'u' };
    const matcher = new ComponentMatcher([stored]);
    expect(matcher.match('a', named('given', { cpe: old }))).toEqual([stored]);
    expect(matcher.match('b', named('given', { cpe: 'cpe:/a:acme:rocket:1.1' }))).toEqual([]);
  });
});
