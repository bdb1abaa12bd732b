import { expect, test } from 'vitest';
import { planRetryDelay } from './plan-retry-delay.ts';

const retries = { limit: 5, firstDelaySeconds: 4, maxDelaySeconds: 60 };

test.each([
  [0, 4],
  [1, 8],
  [2, 16],
  [3, 32],
  [4, 60],
  [40, 60],
])('after attempt %i a job waits for half of %i seconds to all of it', (attempt, seconds) => {
  expect(planRetryDelay(retries, attempt, 0)).toBe(seconds / 2);
  expect(planRetryDelay(retries, attempt, 0.999999)).toBeCloseTo(seconds, 3);
});
