import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The official schema files, as the CycloneDX library ships them for offline use. */
const SCHEMA_FOLDER = join(
  dirname(fileURLToPath(import.meta.resolve('@cyclonedx/cyclonedx-library/package.json'))),
  'res/schema',
);

/** A separate module, so that the build of the command line can replace it. */
export function readSchemaFile(name: string): Buffer {
  return readFileSync(join(SCHEMA_FOLDER, name));
}
