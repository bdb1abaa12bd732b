import { expect, test } from 'vitest';
import { type FindingsSearch, hasFilters, readFindingsSearch } from './findings-search.ts';

test('reads the parameters of an address', () => {
  const search = readFindingsSearch({
    q: ' log4j ',
    sev: 'HIGH,CRITICAL',
    state: 'NOT_SET',
    kev: 'true',
    epss: '0.1',
    suppressed: 'true',
    source: 'NVD',
    sort: 'component.name',
    desc: 'true',
    group: 'fix',
    sel: 'a:b',
  });
  expect(search).toMatchObject({
    q: 'log4j',
    sev: ['CRITICAL', 'HIGH'],
    state: ['NOT_SET'],
    kev: true,
    epss: 0.1,
    suppressed: true,
    source: 'NVD',
    sort: 'component.name',
    desc: true,
    group: 'fix',
    sel: 'a:b',
  });
});

test.each([
  ['sev', 'SEVERE'],
  ['state', 'DECIDED'],
  ['kev', 'yes'],
  ['epss', 'high'],
  ['source', 'NOWHERE'],
  ['sort', 'component.uuid'],
  ['group', 'project'],
])('ignores the invalid parameter %s=%s', (name, value) => {
  expect(readFindingsSearch({ [name]: value })).toEqual(readFindingsSearch({}));
});

test('reads the same search again from the values that it returned', () => {
  const search = readFindingsSearch({ sev: 'LOW', epss: '0.5', kev: 'true', tag: 'a' });
  expect(readFindingsSearch({ ...search })).toEqual(search);
});

test.each<[FindingsSearch, boolean]>([
  [{}, false],
  [{ q: undefined }, false],
  [{ sort: 'component.name', desc: true, group: 'component', sel: 'a:b', project: 'p' }, false],
  [{ q: 'a' }, true],
  [{ sev: ['LOW'] }, true],
  [{ epss: 0 }, true],
  [{ suppressed: true }, true],
  [{ case: 'c' }, true],
])('%j has filters: %s', (search, expected) => {
  expect(hasFilters(search)).toBe(expected);
});
