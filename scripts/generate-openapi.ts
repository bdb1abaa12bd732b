/**
 * Writes docs/openapi.json. With `--release` it also writes the document that later changes are compared with
 * (scripts/check-openapi.ts) and empties the list of accepted changes.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allOperations, toOpenApi } from '@tallyman/contract';
import product from '../package.json' with { type: 'json' };
import { ACCEPTED_CHANGES, OPENAPI, RELEASED_OPENAPI } from './openapi/openapi-files.ts';

const root = join(import.meta.dirname, '..');
const document = toOpenApi(allOperations, { version: product.version });
writeFileSync(join(root, OPENAPI), `${JSON.stringify(document, null, 2)}\n`);
if (process.argv.includes('--release')) {
  writeFileSync(join(root, RELEASED_OPENAPI), `${JSON.stringify(document)}\n`);
  writeFileSync(
    join(root, ACCEPTED_CHANGES),
    '# Intended breaking changes since the last release, as `npm run check` prints them, each after a comment that says why.\n',
  );
}
