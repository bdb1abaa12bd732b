import { expect, test } from 'vitest';
import { listTestTitles } from './list-test-titles.ts';
import { listBrokenReferences, readRows, toStatus } from './read-rows.ts';

const yaml = `
- section: Rules
  tests: not yet
  rows:
    - one
    - row: two
      tests: [a.test.ts › does two]
    - row: three
      tests: [a.test.ts › does three, b.test.ts › does more]
      missing: the rest
`;

test('a row is implemented, partly implemented or missing', () => {
  const [section] = readRows(yaml);
  expect(section?.rows.map(toStatus)).toEqual(['not yet', 'kept', 'partly']);
});

test('a row without tests is rejected', () => {
  expect(() => readRows('[{ section: Rules, rows: [one] }]')).toThrow('Rules: a row needs');
  expect(() => readRows('[{ section: Rules, rows: [{ row: one, tests: [a.test.ts] }] }]')).toThrow(
    '"a.test.ts"',
  );
});

test('a missing test is reported with its row', () => {
  const source = "it('does two', () => {}); it.each([['does three']])('%s', () => {});";
  const titlesOf = (file: string) => (file === 'a.test.ts' ? listTestTitles(source) : undefined);
  expect(listBrokenReferences(readRows(yaml), titlesOf)).toEqual([
    'Rules, "three": b.test.ts does not exist.',
  ]);
  expect(listBrokenReferences(readRows(yaml), () => ['does three'])).toEqual([
    'Rules, "two": a.test.ts has no test with "does two" in its title.',
    'Rules, "three": b.test.ts has no test with "does more" in its title.',
  ]);
});
