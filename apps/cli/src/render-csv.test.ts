import { expect, test } from 'vitest';
import type { Column } from './output.ts';
import { renderCsv } from './render-csv.ts';

const columns: Column<readonly [string, string | undefined]>[] = [
  { title: 'NAME', value: ([name]) => name },
  { title: 'NOTE, LONG', value: ([, note]) => note },
];

test('rows become CSV with quoted cells where they need it', () => {
  const rows = [
    ['a "b"', 'x,y'],
    ['plain', undefined],
    ['two\nlines', '1.0'],
  ] as const;
  expect(renderCsv(columns, rows)).toBe(
    ['NAME,"NOTE, LONG"', '"a ""b""","x,y"', 'plain,', '"two\nlines",1.0'].join('\r\n'),
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('%j is no formula in a spreadsheet', (value) => {
  const [, line = ''] = renderCsv(columns, [[value, '']]).split('\r\n');
  expect(line.replace(/^"/, '').startsWith("'")).toBe(true);
});
