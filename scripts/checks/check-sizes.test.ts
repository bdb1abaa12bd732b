import { expect, test } from 'vitest';
import { measureFiles, measureFunctions, toPercentiles } from '../figures/measure-sizes.ts';
import { checkSizes } from './check-sizes.ts';
import { parseText } from './source-files.ts';

const FILE = parseText(
  'a.ts',
  `/** A comment. */
export function outer() {
  return () => {
    return 1;
  };
}
declare function none(): void;
class Some {
  method() {}
}
`,
);

test('measures functions with a body, nested ones separately', () => {
  expect(measureFunctions([FILE])).toEqual([
    { place: 'a.ts:2', lines: 5 },
    { place: 'a.ts:3', lines: 3 },
    { place: 'a.ts:9', lines: 1 },
  ]);
});

test('measures files without an empty last line', () => {
  expect(measureFiles([FILE, parseText('b.ts', 'one\ntwo')])).toEqual([
    { place: 'a.ts', lines: 10 },
    { place: 'b.ts', lines: 2 },
  ]);
});

const sized = Array.from({ length: 200 }, (_, index) => ({ place: `f${index + 1}`, lines: index + 1 }));

test('percentiles are values that occur', () => {
  expect(toPercentiles(sized)).toEqual({ p50: 100, p90: 180, p99: 198, max: 200 });
  expect(toPercentiles([])).toEqual({ p50: 0, p90: 0, p99: 0, max: 0 });
});

test('accepts sizes within the budget', () => {
  expect(checkSizes('functions', sized, { p99: 198, max: 200 })).toEqual([]);
});

test('names each item above the maximum', () => {
  expect(checkSizes('functions', sized, { p99: 198, max: 198 })).toEqual([
    'f200: 200 lines; functions have at most 198',
    'f199: 199 lines; functions have at most 198',
  ]);
});

test('names the items just above the 99th percentile', () => {
  expect(checkSizes('functions', sized, { p99: 196, max: 200 })).toEqual([
    '99 % of functions have at most 196 lines; now 198. Just above: f200 (200), f199 (199), f198 (198), f197 (197)',
  ]);
});
