import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { noteSkipped, TEST_DATA } from './test-data.ts';

/** Published CycloneDX documents. */
const directory = join(TEST_DATA, 'cyclonedx');

interface PublishedDocument {
  readonly name: string;
  read(): Uint8Array<ArrayBuffer>;
}

/** All documents. Prints a note and returns none if they are missing. */
export function publishedDocuments(): PublishedDocument[] {
  if (!existsSync(directory)) {
    noteSkipped('the documents in cyclonedx');
    return [];
  }
  const files = ['spec-tests/*/*', 'core-java/**/*', 'import-fixtures/**/*', 'real-sboms/**/*'].flatMap(
    (pattern) => globSync(`${pattern}.{json,xml,json.gz,xml.gz}`, { cwd: directory }),
  );
  return files.sort().map((file) => ({
    name: relative('.', file),
    read: () => new Uint8Array(readFileSync(join(directory, file))),
  }));
}
