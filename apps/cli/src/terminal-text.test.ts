import { expect, test } from 'vitest';
import { displayWidth, printable, truncate } from './terminal-text.ts';

test.each([
  ['plain', 5],
  ['café', 4],
  ['cafe\u0301', 4],
  ['日本', 4],
  ['🚀', 2],
  ['', 0],
])('"%s" takes %i columns', (text, width) => {
  expect(displayWidth(text)).toBe(width);
});

test.each([
  ['abcdef', 6, 'abcdef'],
  ['abcdef', 4, 'abc…'],
  ['日本語', 5, '日本…'],
  ['日本語', 4, '日…'],
])('"%s" cut to %i columns is "%s"', (text, width, expected) => {
  expect(truncate(text, width)).toBe(expected);
});

test('text from a server cannot send control sequences to the terminal', () => {
  expect(printable('a\u001b[2Jb\u009b1mc\u202ed\re')).toBe('a\ufffd[2Jb\ufffd1mc\ufffdd\ufffde');
  expect(printable('line\n\tline')).toBe('line\n\tline');
});
