import { type Outcome, toJson } from '../output.ts';
import { renderCsv } from '../render-csv.ts';
import { CSV_COLUMNS } from './finding-columns.ts';
import type { FindingRow } from './finding-row.ts';
import { toCycloneDx } from './to-cyclonedx.ts';
import { toSarif } from './to-sarif.ts';

/** Formats of findings other than table and JSON. */
export function findingFormats(rows: readonly FindingRow[]): NonNullable<Outcome['formats']> {
  return {
    csv: () => renderCsv(CSV_COLUMNS, rows),
    sarif: () => toJson(toSarif(rows)),
    cyclonedx: () => toJson(toCycloneDx(rows)),
  };
}
