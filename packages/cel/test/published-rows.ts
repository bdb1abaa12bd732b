import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The published conformance rows of the language, kept beside the checkout and never inside it. */
const directory = join(import.meta.dirname, '../../../../shared/data/cel/conformance');

/** The rows of one table; none, with a line that says so, where the tables are not at hand. */
export function publishedRows<Row>(name: string): Row[] {
  const file = join(directory, `${name}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  process.stderr.write(`published rows left out: ${name} is not in ${directory}\n`);
  return [];
}
