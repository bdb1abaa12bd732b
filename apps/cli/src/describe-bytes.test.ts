import { expect, test } from 'vitest';
import { describeBytes } from './describe-bytes.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1.0 kB'],
  [53_855_999, '53.9 MB'],
  [123_456_789, '123 MB'],
  [5_000_000_000_000, '5000 GB'],
])('%i is %s', (bytes, text) => {
  expect(describeBytes(bytes)).toBe(text);
});
