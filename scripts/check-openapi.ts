/** Compares the API with that of the last release and prints the changes that break clients. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allOperations, toOpenApi } from '@tallyman/contract';
import product from '../package.json' with { type: 'json' };
import { listBreakingChanges, type OpenApiDocument } from './openapi/compare-openapi.ts';
import { ACCEPTED_CHANGES, RELEASED_OPENAPI } from './openapi/openapi-files.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8');
const released = JSON.parse(read(RELEASED_OPENAPI)) as OpenApiDocument;
// Through JSON, as clients see it: undefined members are absent.
const current = JSON.parse(JSON.stringify(toOpenApi(allOperations, { version: product.version })));
const accepted = read(ACCEPTED_CHANGES)
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'));
const changes = listBreakingChanges(released, current as OpenApiDocument);

const breaking = changes.filter((change) => !accepted.includes(change));
const stale = accepted.filter((line) => !changes.includes(line));
if (breaking.length > 0) {
  console.log(`Breaking changes of the API since the last release:\n${breaking.join('\n')}`);
  console.log(
    `If they are intended, add these lines to ${ACCEPTED_CHANGES}, each after a comment that says why.`,
  );
}
if (stale.length > 0) console.log(`No such changes, remove from ${ACCEPTED_CHANGES}:\n${stale.join('\n')}`);
process.exitCode = breaking.length + stale.length > 0 ? 1 : 0;
