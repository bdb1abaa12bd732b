import type { Activity } from '@tallyman/contract';
import { expect, test } from 'vitest';
import { isNewFailure } from './seen-failures.ts';

const HOUR_MS = 3_600_000;
const NOW = 100 * HOUR_MS;

const failedAt = (ended_at: number): Activity => ({
  kind: 'BOM_UPLOAD',
  id: String(ended_at),
  state: 'FAILED',
  started_at: 0,
  ended_at,
});

test.each([
  ['those after the last look', NOW - 2 * HOUR_MS, 1],
  ['none after all were seen', NOW - HOUR_MS, 0],
  ['those of a day in a new browser', undefined, 2],
])('counts %s', (_, seenAt, count) => {
  const failed = [1, 3, 50].map((hours) => failedAt(NOW - hours * HOUR_MS));
  expect(failed.filter((item) => isNewFailure(item, seenAt, NOW))).toHaveLength(count);
});
