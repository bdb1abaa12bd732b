/** Writes docs/coverage.md: which rules and operations are implemented, and which tests cover them. */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allOperations } from '@tallyman/contract';
import { buildManagement } from '../apps/server/src/app/build-management.ts';
import { REMOVED } from '../apps/server/src/app/removed-endpoints.ts';
import { Health } from '../apps/server/src/platform/health/health.ts';
import { Telemetry } from '../apps/server/src/platform/telemetry/telemetry.ts';
import { toCoveragePage } from './coverage/coverage-page.ts';
import { findRequests } from './coverage/find-requests.ts';
import { listImportedParts, takeParts } from './coverage/list-imported-parts.ts';
import { listTestTitles } from './coverage/list-test-titles.ts';
import { compareText, type Endpoint, matchEndpoint, toShape } from './coverage/match-endpoint.ts';
import { readOperations } from './coverage/read-operations.ts';
import { listBrokenReferences, readRows } from './coverage/read-rows.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const contract = readRows(read('docs/coverage/contract-rows.yaml'));
const decisions = readRows(read('docs/coverage/decision-rows.yaml'));
const titlesOf = (file: string) => (existsSync(join(root, file)) ? listTestTitles(read(file)) : undefined);
const broken = listBrokenReferences([...contract, ...decisions], titlesOf);
if (broken.length > 0) {
  console.error(broken.join('\n'));
  process.exit(1);
}

const reference = readOperations(read('docs/coverage/reference-operations.txt'));
const served = [...allOperations, ...listManagement(reference.flatMap(({ operations }) => operations))];
const removed = REMOVED.map(([method, path, replacement]) => ({ method, path, replacement }));
const tests = listTests();
const testsThat = (mention: string) =>
  tests.filter(({ source }) => source.includes(mention)).map(({ file }) => file);

const page = toCoveragePage({
  contract,
  decisions,
  reference,
  served,
  removed,
  testsByShape: testsByShape([...served, ...removed]),
  sweeping: testsThat('allOperations'),
  guarding: testsThat('itKeepsAccessRules'),
});
writeFileSync(join(root, 'docs/coverage.md'), page);

/** The management server is not part of the contract; its endpoints are read from the server itself. */
function listManagement(endpoints: readonly Endpoint[]): Endpoint[] {
  const telemetry = new Telemetry('0.0.0');
  const server = buildManagement({ health: new Health(), telemetry, metrics: { enabled: true } });
  return endpoints.filter(({ method, path }) => method === 'GET' && server.hasRoute({ method, url: path }));
}

/** Only tests that start the service count. */
function listTests(): { file: string; source: string }[] {
  return globSync('{apps,packages}/*/{src,test}/**/*.test.ts', { cwd: root })
    .sort(compareText)
    .map((file) => ({ file, source: read(file) }))
    .filter(({ source }) => source.includes('/test-service.ts'));
}

/** Tests that call an operation directly; if there are none, tests whose helpers call it. */
function testsByShape(endpoints: readonly Endpoint[]): Map<string, string[]> {
  const direct = groupByShape(endpoints, ({ source }) => [source]);
  const indirect = groupByShape(endpoints, ({ file, source }) =>
    listImportedParts(file, source).map((part) => takeParts(read(part.file), part.names)),
  );
  return new Map([...indirect, ...direct]);
}

function groupByShape(
  endpoints: readonly Endpoint[],
  sourcesOf: (test: (typeof tests)[number]) => readonly string[],
): Map<string, string[]> {
  const calls = tests.flatMap((test) =>
    sourcesOf(test)
      .flatMap(findRequests)
      .flatMap((request) => matchEndpoint(endpoints, request) ?? [])
      .map((endpoint) => ({ file: test.file, shape: toShape(endpoint) })),
  );
  const byShape = Map.groupBy(calls, ({ shape }) => shape);
  return new Map([...byShape].map(([shape, found]) => [shape, [...new Set(found.map(({ file }) => file))]]));
}
