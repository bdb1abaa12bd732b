import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The published conformance rows of CEL, in a folder beside the checkout. */
const directory = join(import.meta.dirname, '../../../../shared/data/cel/conformance');

/** The rows of one table. Prints a note and returns none if the tables are missing. */
export function publishedRows<Row>(name: string): Row[] {
  const file = join(directory, `${name}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  process.stderr.write(`published rows left out: ${name} is not in ${directory}\n`);
  return [];
}
