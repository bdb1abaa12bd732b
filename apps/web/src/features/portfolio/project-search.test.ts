import { expect, test } from 'vitest';
import { readFindingsSearch } from '../findings/findings-search.ts';
import { readProjectSearch, toFindingsSearch } from './project-search.ts';

test('reads the parameters of all tabs', () => {
  expect(
    readProjectSearch({
      tab: 'components',
      component: 'lib',
      direct: 'true',
      outdated: 'true',
      order: 'group',
      down: 'true',
      to: 'c',
      receipt: 'r',
      sev: 'LOW',
    }),
  ).toMatchObject({
    tab: 'components',
    component: 'lib',
    direct: true,
    outdated: true,
    order: 'group',
    down: true,
    to: 'c',
    receipt: 'r',
    sev: ['LOW'],
  });
});

test.each([
  ['tab', 'settings'],
  ['order', 'version'],
  ['direct', '1'],
  ['project', 'of another page'],
])('ignores %s=%s', (name, value) => {
  expect(readProjectSearch({ [name]: value })).toEqual(readProjectSearch({}));
});

test('the filters of findings are those of the page of findings', () => {
  const search = readProjectSearch({ tab: 'findings', component: 'lib', to: 'c', down: 'true', q: 'a' });
  expect(toFindingsSearch(search)).toEqual(readFindingsSearch({ q: 'a' }));
});
