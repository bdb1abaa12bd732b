import { describe, expect, it } from 'vitest';
import { MemberExtractor } from './member-extractor.ts';

function extract(text: string, chunkSize = text.length || 1) {
  const extractor = new MemberExtractor('bom');
  const bytes = Buffer.from(text);
  const content: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunkSize) {
    content.push(...extractor.write(bytes.subarray(at, at + chunkSize)).map((chunk) => Buffer.from(chunk)));
  }
  const { found, rest } = extractor;
  return { found, rest, content: Buffer.concat(content).toString() };
}

describe('Extracting a member of JSON', () => {
  const cases: [string, string, string | undefined][] = [
    ['alone', '{"bom":"abc"}', 'abc'],
    ['last', '{"a":{"bom":"no"},"b":[1,"bom"],"bom" : "abc" }', 'abc'],
    ['first', '{\n"bom":"abc","project":"x\\"y"}', 'abc'],
    ['with escapes', '{"bom":"a\\/b\\u002Bc\\n\\\\\\"d"}', 'a/b+c\n\\"d'],
    ['with an escaped name', '{"b\\u006fm":"abc"}', 'abc'],
    ['empty', '{"bom":""}', ''],
    ['null', '{"bom":null,"a":"bom"}', undefined],
    ['a number', '{"bom":12}', undefined],
    ['an object', '{"bom":{"bom":"x"}}', undefined],
    ['a value', '{"a":"bom","b":":"}', undefined],
    ['absent', '{"a":1}', undefined],
    ['in a list', '[{"bom":"x"}]', undefined],
    ['behind braces in a text', '{"a":"{[","bom":"abc"}', 'abc'],
  ];

  it.each(cases)('returns the value of a text and no other: %s', (_what, text, content) => {
    for (const chunkSize of [1, 2, 7, 1_000]) {
      const extracted = extract(text, chunkSize);
      expect(extracted.found).toBe(content !== undefined);
      expect(extracted.content).toBe(content ?? '');
      const all = JSON.parse(text);
      expect(JSON.parse(extracted.rest.toString())).toEqual(
        content === undefined ? all : { ...all, bom: '' },
      );
    }
  });

  it('refuses two of them, and a rest that is too large', () => {
    expect(() => extract('{"bom":"a","bom":"b"}')).toThrow('more than one bom');
    expect(() => extract(`{"a":"${'x'.repeat(1_100_000)}"}`)).toThrow('too large');
    expect(() => extract('{"bom":"\\u00zz"}')).toThrow('not valid JSON');
  });
});
