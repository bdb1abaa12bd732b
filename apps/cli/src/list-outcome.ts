import { type Column, type Outcome, renderTable } from './output.ts';
import { renderCsv } from './render-csv.ts';

interface List<Row> {
  /** Of the member of the JSON document that holds the rows. */
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

/** A list as a table, as JSON and as CSV; without rows a note says so. */
export function listOutcome<Row>({ name, columns, rows }: List<Row>): Outcome {
  return {
    document: { [name]: rows },
    text: rows.length > 0 ? renderTable(columns, rows) : '',
    formats: { csv: () => renderCsv(columns, rows) },
    notes: rows.length > 0 ? [] : [`No ${name} found.`],
  };
}
