import { expect, test } from 'vitest';
import { mergeScores, sumCounts, toOverallScore, toPercent, toScores } from './mutation-scores.ts';

const mutant = (status: string) => ({
  status,
  mutatorName: 'x',
  location: { start: { line: 1, column: 1 } },
});

const scores = toScores(
  {
    files: {
      'b.ts': {
        mutants: ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'CompileError', 'Ignored'].map(mutant),
      },
      'a.ts': { mutants: ['Killed', 'Killed'].map(mutant) },
    },
  },
  '2026-11-16',
);

test('counts killed, surviving and uncovered mutants by path', () => {
  expect(Object.entries(scores.files)).toEqual([
    ['a.ts', { killed: 2, survived: 0, uncovered: 0 }],
    ['b.ts', { killed: 2, survived: 1, uncovered: 1 }],
  ]);
});

test('the score is the share of killed mutants', () => {
  expect(toPercent(sumCounts(scores))).toBeCloseTo(66.67, 2);
  expect(toOverallScore(scores)).toBe('66.7 % (4 of 6 mutants, 2026-11-16)');
});

test('a file without mutants has no survivors', () => {
  expect(toPercent({ killed: 0, survived: 0, uncovered: 0 })).toBe(100);
});

test('new measurements replace the scores of their files', () => {
  const again = toScores({ files: { 'b.ts': { mutants: ['Killed'].map(mutant) } } }, '2026-11-17');
  const merged = mergeScores(scores, again, () => true);
  expect(merged.date).toBe('2026-11-17');
  expect(Object.keys(merged.files)).toEqual(['a.ts', 'b.ts']);
  expect(merged.files['b.ts']).toEqual({ killed: 1, survived: 0, uncovered: 0 });
  expect(mergeScores(undefined, again, () => true)).toEqual(again);
});

test('files that no longer exist have no scores', () => {
  const merged = mergeScores(scores, scores, (path) => path !== 'a.ts');
  expect(Object.keys(merged.files)).toEqual(['b.ts']);
});
