/** Spreadsheets run cells that begin with one of these as formulas. */
const FORMULA = /^[\s]*[=+\-@\t\r]/;

/** A table as CSV (RFC 4180) that is safe to open in a spreadsheet: formulas become text. */
export function toCsv(rows: readonly (readonly (string | number | undefined)[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

function toCell(value: string | number | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}
