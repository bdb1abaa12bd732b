import { type Column, type Outcome, renderTable } from './output.ts';
import { renderCsv } from './render-csv.ts';

interface List<Row> {
  /** Member of the JSON document that contains the rows. */
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

/** Presents a list as a table, JSON or CSV. Adds a note if it is empty. */
export function toListOutcome<Row>({ name, columns, rows }: List<Row>): Outcome {
  return {
    document: { [name]: rows },
    text: rows.length > 0 ? renderTable(columns, rows) : '',
    formats: { csv: () => renderCsv(columns, rows) },
    notes: rows.length > 0 ? [] : [`No ${name} found.`],
  };
}
