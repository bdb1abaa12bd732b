import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Published tables of versions and ranges. */
const directory = process.env.TALLYMAN_TEST_DATA ?? '';

/** The rows of one table. Prints a note and returns none if the table is missing. */
export function publishedRows<Row>(path: string): Row[] {
  const file = join(directory, path);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  process.stderr.write(`Skipped published rows: ${path} is not in ${directory} (TALLYMAN_TEST_DATA).\n`);
  return [];
}
