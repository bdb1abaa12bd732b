import { expect, test } from 'vitest';
import { renderFacts, renderTable } from './output.ts';

interface Row {
  readonly name: string;
  readonly id: string;
}

const columns = [
  { title: 'NAME', value: ({ name }: Row) => name, shrinks: true },
  { title: 'ID', value: ({ id }: Row) => id },
];
const rows = [
  { name: 'a name that is long', id: '0190c3e0' },
  { name: '日本', id: '1' },
];

test('columns are aligned by the displayed width', () => {
  expect(renderTable(columns, rows, 80).split('\n')).toEqual([
    'NAME                 ID',
    'a name that is long  0190c3e0',
    '日本                 1',
  ]);
});

test('a narrow terminal shrinks only columns that may shrink', () => {
  expect(renderTable(columns, rows, 20).split('\n')).toEqual([
    'NAME        ID',
    'a name th…  0190c3e0',
    '日本        1',
  ]);
});

test('a terminal narrower than the identifiers gets them uncut', () => {
  expect(renderTable(columns, rows, 3)).toContain('a name …  0190c3e0');
});

test('a cell stays on its line', () => {
  expect(renderTable(columns, [{ name: 'two\nlines', id: '1' }], 80)).toContain('two lines  1');
});

test('facts without a value are left out and long ones stay in their column', () => {
  const text = renderFacts([
    ['Name', 'x'],
    ['Version', undefined],
    ['Tags', ''],
    ['Children', 'a\nb'],
  ]);
  expect(text).toBe('Name      x\nChildren  a\n          b');
});
