import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The published conformance rows of CEL. */
const directory = join(process.env.TALLYMAN_TEST_DATA ?? '', 'cel/conformance');

/** The rows of one table. Prints a note and returns none if the table is missing. */
export function publishedRows<Row>(name: string): Row[] {
  const file = join(directory, `${name}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  process.stderr.write(`Skipped published rows: ${name} is not in ${directory} (TALLYMAN_TEST_DATA).\n`);
  return [];
}
