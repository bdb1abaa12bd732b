import { describe, expect, it } from 'vitest';
import { JsonSplitter } from './split-json.ts';

const DOCUMENT = {
  'a "list"': [{ list: [1] }],
  before: 'list: [{',
  list: [{ a: 'x"y\\' }, { b: { list: [{ c: '}]' }] } }, { d: [] }],
  after: { list: [{ e: 1 }] },
};

function split(bytes: Buffer, size: number, maxElementBytes = 1_000) {
  const splitter = new JsonSplitter('list', maxElementBytes);
  const elements: unknown[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    for (const element of splitter.write(bytes.subarray(at, at + size))) {
      elements.push(JSON.parse(element.toString()));
    }
  }
  return { elements, around: splitter.end() };
}

describe('taking a document apart', () => {
  it.each([1, 2, 3, 7, 10_000])(
    'gives the elements of a list and what is around them, in chunks of %s',
    (size) => {
      for (const text of [JSON.stringify(DOCUMENT), JSON.stringify(DOCUMENT, null, 2)]) {
        expect(split(Buffer.from(text), size)).toEqual({
          elements: DOCUMENT.list,
          around: { ...DOCUMENT, list: [] },
        });
      }
    },
  );

  it('an empty list has no elements', () => {
    expect(split(Buffer.from('{"list": []}'), 3)).toEqual({ elements: [], around: { list: [] } });
  });

  it.each([
    ['is cut off', '{"list": [{"a": 1}, {"b"', 'ends before it is complete'],
    ['is cut off between elements', '{"list": [{"a": 1}', 'ends before it is complete'],
    ['has no such list', '{"other": []}', 'has no list "list"'],
    ['is no JSON', '{"list": [] oh}', 'not valid JSON'],
  ])('refuses what %s', (_, text, message) => {
    expect(() => split(Buffer.from(text), 4)).toThrow(message);
  });

  it('refuses an element that is too large for memory', () => {
    const text = JSON.stringify({ list: [{ a: 'x'.repeat(100) }] });
    expect(() => split(Buffer.from(text), 10, 50)).toThrow('too large');
  });
});
