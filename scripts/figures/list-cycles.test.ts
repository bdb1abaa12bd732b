import { expect, test } from 'vitest';
import { listCycles } from './list-cycles.ts';

test.each([
  ['no imports', {}, []],
  ['a chain', { a: ['b'], b: ['c'], c: [] }, []],
  ['a diamond', { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, []],
  ['a file that imports itself', { a: ['a'] }, [['a']]],
  ['two files', { a: ['b'], b: ['a'] }, [['a', 'b']]],
  ['a cycle behind a chain', { a: ['b'], b: ['c'], c: ['d'], d: ['b'] }, [['b', 'c', 'd']]],
  [
    'two cycles',
    { a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] },
    [
      ['c', 'd'],
      ['a', 'b'],
    ],
  ],
] as [string, Record<string, string[]>, string[][]][])('finds the cycles of %s', (_, graph, expected) => {
  expect(listCycles(new Map(Object.entries(graph)))).toEqual(expected);
});
