import { expect, test } from 'vitest';
import { computeRiskScore, countVulnerabilities } from './risk-score.ts';

const WEIGHTS = { critical: 10, high: 5, medium: 3, low: 1, unassigned: 5 };
const NONE = { critical: 0, high: 0, medium: 0, low: 0, unassigned: 0 };

test.each([
  [NONE, 0, 0],
  [{ ...NONE, critical: 1 }, 10, 1],
  [{ ...NONE, high: 1 }, 5, 1],
  [{ ...NONE, medium: 1 }, 3, 1],
  [{ ...NONE, low: 1 }, 1, 1],
  [{ ...NONE, unassigned: 1 }, 5, 1],
  [{ critical: 2, high: 3, medium: 5, low: 7, unassigned: 11 }, 20 + 15 + 15 + 7 + 55, 28],
])('the risk score of %j is %i for %i vulnerabilities', (numbers, score, vulnerabilities) => {
  expect(computeRiskScore(numbers, WEIGHTS)).toBe(score);
  expect(countVulnerabilities(numbers)).toBe(vulnerabilities);
});

test('the risk score follows configured weights', () => {
  const weights = { critical: 1, high: 2, medium: 4, low: 8, unassigned: 10 };
  expect(computeRiskScore({ critical: 1, high: 1, medium: 1, low: 1, unassigned: 1 }, weights)).toBe(25);
});
