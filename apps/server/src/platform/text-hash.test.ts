import { expect, test } from 'vitest';
import { hashText } from './text-hash.ts';

test('hashes of many similar texts differ', () => {
  const hashes = new Set<bigint>();
  for (let n = 0; n < 200_000; n++) hashes.add(hashText(`pkg:npm/package-${n % 100}@1.${n}.0`));
  expect(hashes.size).toBe(200_000);
});

test('hashes fit into a signed 64-bit number and are never negative', () => {
  for (const text of ['', 'a', 'ünïcödé 🙂', 'x'.repeat(100_000)]) {
    expect(hashText(text)).toBeGreaterThanOrEqual(0n);
    expect(BigInt.asIntN(64, hashText(text))).toBe(hashText(text));
  }
});

test('the order of characters counts', () => {
  expect(hashText('ab')).not.toBe(hashText('ba'));
});
