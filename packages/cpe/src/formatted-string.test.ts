import { describe, expect, it } from 'vitest';
import {
  formatFormattedString,
  isFormattedString,
  isValidValue,
  parseFormattedString,
  repairValue,
} from './formatted-string.ts';

describe('A value of the formatted string binding', () => {
  it.each([
    ...['*', '-', '?', '???', 'a', 'Z', '0', '9', 'a.b_c-d', '--', '1.*', '*.1', '*a*'],
    ...['?a', '??a', 'a?', 'a??', '?a?', '?a*', '*a?', '??a*'],
    ...[
      '\\!',
      '\\/',
      '\\:',
      '\\@',
      '\\[',
      '\\`',
      '\\{',
      '\\~',
      '\\\\',
      '\\*',
      '\\?',
      '\\-',
      'a\\?b',
      '*\\*',
      '\\??',
    ],
  ])('may be %s', (value) => {
    expect(isValidValue(value)).toBe(true);
  });

  it.each([
    ...['', '**', 'a**', '**a', '*?', '?*', '*?a', '?*a', 'a?*', 'a*?', 'a*b', 'a?b', '*a*b', '?a?b'],
    ...['a b', 'a/b', '!', '~', 'é', 'a\\', '\\', '\\a', '\\0', '\\ ', '\\\u007f', '\\é', 'a\n', '-*/'],
  ])('cannot be %j', (value) => {
    expect(isValidValue(value)).toBe(false);
  });

  it.each([
    ['', '*'],
    ['a', 'a'],
    ['*', '*'],
    ['-', '-'],
    ['?', '?'],
    ['a/b', 'a\\/b'],
    ['a\\/b/c', 'a\\/b\\/c'],
    ['a\\b/', 'a\\b\\/'],
    ['/a', '\\/a'],
    ['a/', 'a\\/'],
    ['*a/b*', '*a\\/b*'],
    ['*/', '*\\/'],
    ['/*', '\\/*'],
    ['??a/b??', '??a\\/b??'],
    ['?/', '?\\/'],
    ['/?', '\\/?'],
    ['a*b', 'a\\*b'],
    ['a?b', 'a\\?b'],
    ['*?/', '*\\?\\/'],
    ['/?*', '\\/\\?*'],
    ['a b', 'a\\ b'],
    ['a.b_c-d/', 'a.b_c-d\\/'],
    ['a/\\', 'a\\/\\\\'],
  ])('%j is repaired to %j', (value, repaired) => {
    expect(repairValue(value)).toBe(repaired);
  });
});

describe('The formatted string binding', () => {
  const name = (value: string, part = 'a') => `cpe:2.3:${part}:${value}:b:1:*:*:*:*:*:*:*`;

  it.each([
    ['cpe:2.3:', true],
    ['CPE:2.3:a', true],
    ['cpe:2.3', false],
    ['cpe:2.2:a', false],
    ['cpe:/a:b', false],
    [' cpe:2.3:a', false],
  ])('begins with cpe:2.3: in any case: %j, %s', (text, expected) => {
    expect(isFormattedString(text)).toBe(expected);
  });

  it.each(['a', 'o', 'h', '*', '-', 'A', 'O', 'H'])('may have the part %s', (part) => {
    expect(parseFormattedString(name('v', part), false).part).toBe(part);
  });

  it.each(['x', 'aa', 'a\\-', '?', 'ao', 'xa'])('cannot have the part %s', (part) => {
    expect(() => parseFormattedString(name('v', part), false)).toThrow('the part of a CPE name is a, o or h');
  });

  it('is split at colons without a backslash', () => {
    const text = name('v\\:\\\\');
    expect(parseFormattedString(text, false)).toMatchObject({
      vendor: 'v\\:\\\\',
      product: 'b',
      version: '1',
    });
    expect(formatFormattedString(parseFormattedString(text, false))).toBe(text);
  });

  it('has eleven attributes in order', () => {
    expect(parseFormattedString('cpe:2.3:a:b:c:d:e:f:g:h:i:j:k', false)).toEqual({
      ...{ part: 'a', vendor: 'b', product: 'c', version: 'd', update: 'e', edition: 'f', language: 'g' },
      ...{ swEdition: 'h', targetSw: 'i', targetHw: 'j', other: 'k' },
    });
  });

  it.each([
    ['cpe:2.3:a:b:c', 'a CPE 2.3 name has 11 attributes, not 3'],
    ['cpe:2.3:a:b:c:d:e:f:g:h:i:j:k:l', 'a CPE 2.3 name has 11 attributes, not 12'],
    ['cpe:2.3:', 'a CPE 2.3 name has 11 attributes, not 1'],
    [name('a/b'), 'the vendor of a CPE name is not valid'],
    [name(''), 'the vendor of a CPE name is not valid'],
    ['cpe:2.3:a:b:c:d:e:f:g:h:i:j:', 'the other of a CPE name is not valid'],
  ])('%j is refused: %s', (text, message) => {
    expect(() => parseFormattedString(text, false)).toThrow(message);
  });

  it('has repaired values if it is read leniently', () => {
    expect(parseFormattedString(name(''), true).vendor).toBe('*');
    expect(parseFormattedString(name('a/b'), true).vendor).toBe('a\\/b');
    expect(() => parseFormattedString(name('**'), true)).toThrow('the vendor of a CPE name is not valid');
  });
});
