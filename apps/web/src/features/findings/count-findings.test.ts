import { expect, test } from 'vitest';
import { formatFindingCount } from './count-findings.ts';

test.each([
  [undefined, '…'],
  [0, '0'],
  [1_234, '1,234'],
])('the count %s is shown as %s', (count, text) => {
  expect(formatFindingCount(count)).toBe(text);
});
