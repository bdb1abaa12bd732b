import { expect, test } from 'vitest';
import { describeRange, presentMatch, toEvidence } from './present-finding-match.ts';

const OPEN = {
  version: null,
  version_start_including: null,
  version_start_excluding: null,
  version_end_including: null,
  version_end_excluding: null,
};

test.each([
  [{}, 'all versions'],
  [{ version: '1.2' }, '= 1.2'],
  [{ version_start_including: '1', version_end_excluding: '2' }, '>= 1, < 2'],
  [{ version_start_excluding: '1', version_end_including: '2' }, '> 1, <= 2'],
  [{ version: '1.2', version_end_including: '2' }, '<= 2'],
])('the range %j reads: %s', (bounds, words) => {
  expect(describeRange({ ...OPEN, ...bounds })).toBe(words);
});

const STATEMENT = {
  ...OPEN,
  vulnerability_id: 1,
  uuid: '0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e5f',
  affected: 'pkg:npm/lib',
  asserter: 'OSV',
};

test('a match has the identifier, the affected package, its versions and their source', () => {
  expect(presentMatch({ identifier: 'PURL', asserter: 'x' }, STATEMENT)).toEqual({
    identifier: 'PURL',
    affected: 'pkg:npm/lib',
    range: 'all versions',
    asserter: 'OSV',
  });
});

test('a match without a current statement has the known members', () => {
  expect(presentMatch({ identifier: 'CPE', asserter: 'nvd' }, undefined)).toEqual({
    identifier: 'CPE',
    asserter: 'nvd',
  });
  expect(presentMatch({ identifier: 'CPE' }, undefined)).toEqual({ identifier: 'CPE' });
});

test('evidence of another kind explains nothing', () => {
  expect(presentMatch({}, STATEMENT)).toBeUndefined();
  expect(toEvidence(null)).toBeUndefined();
  expect(toEvidence('text')).toBeUndefined();
});
