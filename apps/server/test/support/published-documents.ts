import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Published CycloneDX documents, in a folder beside the checkout. */
const directory = join(import.meta.dirname, '../../../../../shared/data/cyclonedx');

interface PublishedDocument {
  readonly name: string;
  read(): Uint8Array<ArrayBuffer>;
}

/** All documents. Logs a line and returns none if they are not available. */
export function publishedDocuments(): PublishedDocument[] {
  if (!existsSync(directory)) {
    process.stderr.write(`published documents left out: there is no ${directory}\n`);
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
