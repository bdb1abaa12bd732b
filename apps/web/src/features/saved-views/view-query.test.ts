import { describe, expect, it } from 'vitest';
import { findActiveView, NEEDS_DECISION, toViewQuery, toViewSearch } from './view-query.ts';

const CRITICAL = { key: 'a', name: 'Critical', query: 'kev=true&sev=HIGH,CRITICAL' };
const SAME = { key: 'b', name: 'The same', query: 'sev=CRITICAL,HIGH&kev=true' };
const VIEWS = [NEEDS_DECISION, CRITICAL, SAME];

describe('The query of a view', () => {
  it('is equal for equal searches and omits the open finding', () => {
    const query = toViewQuery({ sel: 'x:y', kev: true, sev: ['HIGH', 'CRITICAL'], q: 'a b&c' });
    expect(query).toBe('q=a+b%26c&sev=CRITICAL,HIGH&kev=true');
    expect(toViewQuery(toViewSearch(query))).toBe(query);
  });

  it('has only characters that the service accepts', () => {
    const query = toViewQuery({ q: '日本 "<>\\^`{|}#[]%', tag: "a'b", sort: 'component.name', desc: true });
    expect(query).toMatch(/^[A-Za-z0-9._~!$&'()*+,;=:@/?%-]*$/);
    expect(toViewSearch(query)).toMatchObject({ q: '日本 "<>\\^`{|}#[]%', tag: "a'b" });
  });

  it('replaces every filter and ignores unknown parameters', () => {
    const search = toViewSearch('sev=CRITICAL,WRONG&elsewhere=1&sel=x&__proto__=1');
    expect(search.sev).toEqual(['CRITICAL']);
    expect(Object.keys(search)).toContain('q');
    expect(search.sel).toBeUndefined();
    expect(search).not.toHaveProperty('elsewhere');
  });
});

describe('The active view', () => {
  const high = toViewSearch(CRITICAL.query);

  it.each([
    ['the applied one of several with the same filters', high, 'b', { view: SAME, isChanged: false }],
    ['the first with the same filters', high, undefined, { view: CRITICAL, isChanged: false }],
    ['the applied one, changed', { ...high, q: 'log4j' }, 'a', { view: CRITICAL, isChanged: true }],
    [
      'another one with the filters of the page',
      { state: ['NOT_SET' as const], latest: true as const },
      'a',
      { view: NEEDS_DECISION, isChanged: false },
    ],
    ['none without filters', {}, 'a', undefined],
    ['none with other filters', { q: 'log4j' }, undefined, undefined],
    ['none if the applied one was deleted', { q: 'log4j' }, 'gone', undefined],
  ])('is %s', (_, search, appliedKey, expected) => {
    expect(findActiveView(VIEWS, search, appliedKey)).toEqual(expected);
  });
});
