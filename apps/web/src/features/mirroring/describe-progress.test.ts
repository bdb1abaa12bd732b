import { expect, test } from 'vitest';
import { describeProgress } from './describe-progress.ts';

test.each([
  [{ status: 'PENDING' as const }, 'waiting'],
  [{ status: 'RUNNING' as const }, 'starting'],
  [
    { status: 'RUNNING' as const, progress: { phase: 'downloading npm', done: 2, total: 5 } },
    'downloading npm, 40 %',
  ],
  [{ status: 'RUNNING' as const, progress: { phase: 'recording', done: 1200 } }, 'recording, 1,200'],
  [{ status: 'RUNNING' as const, progress: { phase: 'recording', done: 0 } }, 'recording'],
])('describes the progress of a run: %j', (run, text) => {
  expect(describeProgress(run)).toBe(text);
});
