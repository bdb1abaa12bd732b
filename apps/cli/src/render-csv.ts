import type { Column } from './output.ts';

/** Formats rows as CSV (RFC 4180) with a header line. */
export function renderCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ value }) => value(row) ?? '')),
  ];
  return lines.map((cells) => cells.map(toCell).join(',')).join('\r\n');
}

/** Spreadsheets evaluate a cell that starts like this as a formula. A leading apostrophe makes it text. */
const STARTS_FORMULA = /^[=+\-@\t\r\n]/;

function toCell(value: string): string {
  const text = STARTS_FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
