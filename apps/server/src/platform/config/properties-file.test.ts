import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePropertiesFile, toPropertyLine } from './properties-file.ts';

function read(text: string): [string, string][] {
  return parsePropertiesFile(text).lines.map(({ name, value }) => [name, value]);
}

describe('a properties file in Java syntax', () => {
  test.each([
    ['equals sign', 'a.b=c', 'a.b', 'c'],
    ['colon', 'a.b:c', 'a.b', 'c'],
    ['white space', 'a.b c d', 'a.b', 'c d'],
    ['spaces around the separator', '  a.b  =  c d', 'a.b', 'c d'],
    ['only the first separator', 'url=jdbc:postgresql://h/d?a=b', 'url', 'jdbc:postgresql://h/d?a=b'],
    ['no value', 'a.b', 'a.b', ''],
    ['an empty value', 'a.b=', 'a.b', ''],
    ['trailing spaces', 'a.b=c  ', 'a.b', 'c  '],
    ['an escaped separator', 'a\\:b\\=c=d', 'a:b=c', 'd'],
    ['an escaped space', 'a\\ b=c', 'a b', 'c'],
    ['the letters n, t, r and f', 'a=x\\ny\\tz\\r\\f', 'a', 'x\ny\tz\r\f'],
    ['a needless escape', 'a=\\q\\$', 'a', 'q$'],
    ['a unicode escape', 'a=caf\\u00e9', 'a', 'café'],
    ['a doubled backslash before u', 'a=C:\\\\users', 'a', 'C:\\users'],
    ['a continued line', 'a=one, \\\n    two', 'a', 'one, two'],
    ['a quoted part of a name', 'svc.logging.level."a.b"=debug', 'svc.logging.level."a.b"', 'debug'],
    ['a byte-order mark', '\uFEFFa=b', 'a', 'b'],
  ])('understands %s', (_, text, name, value) => {
    expect(read(text)).toEqual([[name, value]]);
  });

  test('skips comments and empty lines, with any line breaks', () => {
    expect(read('# a=b\r\n! c=d\r\n\r\n  \t\n  # e\rf=g')).toEqual([['f', 'g']]);
  });

  test('a backslash does not continue a comment, nor does a doubled one continue a line', () => {
    expect(read('# comment \\\na=b\\\\\nc=d')).toEqual([
      ['a', 'b\\'],
      ['c', 'd'],
    ]);
  });

  test('reports the lines of each property', () => {
    const { lines } = parsePropertiesFile('# one\na=b \\\n  c\n\nd=e');
    expect(lines.map(({ line, lastLine }) => [line, lastLine])).toEqual([
      [2, 3],
      [5, 5],
    ]);
  });

  test('reports the line of an invalid Unicode escape', () => {
    const { lines, problems } = parsePropertiesFile('a=b\nc=\\u12\nd=e');
    expect(lines.map(({ name }) => name)).toEqual(['a', 'd']);
    expect(problems).toEqual([{ line: 2, lastLine: 2, why: expect.stringContaining('four hexadecimal') }]);
  });

  test('a formatted line parses to the same name and value', () => {
    const name = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(name, fc.string({ unit: 'binary' }), (key, value) => {
        expect(read(toPropertyLine(key, value))).toEqual([[key, value]]);
      }),
    );
  });
});
