import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { noteSkipped, TEST_DATA } from './test-data.ts';

/** The rows of one published table. Prints a note and returns none if it is missing. */
export function publishedRows<Row>(path: string): Row[] {
  const file = join(TEST_DATA, path);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  noteSkipped(`the rows of ${path}`);
  return [];
}
