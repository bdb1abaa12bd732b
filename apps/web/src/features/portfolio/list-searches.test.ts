import { expect, test } from 'vitest';
import type { SearchInput } from '../../ui/search-params.ts';
import { readLicensesSearch } from '../licenses/licenses-search.ts';
import { readVulnerabilitiesSearch } from '../vulnerabilities/vulnerabilities-search.ts';
import { readProjectsSearch } from './projects-search.ts';

const READERS: [name: string, read: (search: SearchInput) => object, valid: object][] = [
  ['projects', readProjectsSearch, { q: 'a', inactive: true, flat: true, sort: 'version', desc: true }],
  ['licences', readLicensesSearch, { q: 'a', all: true, custom: true, sort: 'component_count', desc: true }],
  [
    'vulnerabilities',
    readVulnerabilitiesSearch,
    { q: 'a', all: true, kev: true, sort: 'severity', desc: true },
  ],
];

test.each(READERS)('the search of %s is read from texts and from typed values', (_, read, valid) => {
  const texts = Object.fromEntries(Object.entries(valid).map(([name, value]) => [name, String(value)]));
  expect(read(texts)).toEqual(valid);
  expect(read(valid as SearchInput)).toEqual(valid);
});

test.each(READERS)('the search of %s ignores unknown columns, flags and parameters', (_, read) => {
  expect(read({ sort: 'uuid', desc: '1', q: ' ', other: 'x' })).toEqual(read({}));
});
