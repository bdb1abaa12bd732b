import { expect, test } from 'vitest';
import { toCsv } from './to-csv.ts';

test('quotes texts, writes numbers as they are and leaves absent values empty', () => {
  expect(toCsv([['a "b"\nc', -1.5, undefined]])).toBe('"a ""b""\nc",-1.5,\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =cmd|x', '-2+3'])(
  'a text that a spreadsheet would evaluate is marked as text: %j',
  (text) => {
    expect(toCsv([[text]])).toBe(`"'${text}"\r\n`);
  },
);

test.each(['CVE-2021-1', 'a=b', '', 'مشروع'])('other texts are unchanged: %s', (text) => {
  expect(toCsv([[text]])).toBe(`"${text}"\r\n`);
});
