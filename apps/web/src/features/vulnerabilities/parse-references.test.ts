import { expect, test } from 'vitest';
import { parseReferences } from './parse-references.ts';

test('reads Markdown links and bare addresses, each address once', () => {
  const text = '* [Advisory](https://a.example/1)\n* <https://b.example/x?y=1>\nsee https://a.example/1';
  expect(parseReferences(text)).toEqual([
    { url: 'https://a.example/1', label: 'Advisory' },
    { url: 'https://b.example/x?y=1', label: 'https://b.example/x?y=1' },
  ]);
});

test.each(['', '<script>alert(1)</script>', '[text]', '](', '[a] (b)'])('finds no link in "%s"', (text) => {
  expect(parseReferences(text)).toEqual([]);
});

test('reads a long text without links quickly', () => {
  expect(parseReferences('['.repeat(20_000))).toEqual([]);
});
