/**
 * Checks of documents that are not stored, in a warm server: time of the answer, processor time of the service and of
 * its database, memory. Beside it the least that could be done: reading and validating the same document.
 *
 * `node bench/src/check.ts [components=1000] [ranges=300000]`; results are kept in bench/README.md.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validateBom } from '@tallyman/cyclonedx';
import { sql } from 'kysely';
import { recordVulnerabilities } from '../../apps/server/src/modules/vulnerabilities/record-vulnerabilities.ts';
import { mirrorAsserter } from '../../apps/server/src/modules/vulnerabilities/vulnerability-asserters.ts';
import type { VulnerabilityRecord } from '../../apps/server/src/modules/vulnerabilities/vulnerability-record.ts';
import { connect } from '../../apps/server/src/platform/db/connect.ts';
import { inTransaction } from '../../apps/server/src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/start-embedded-postgres.ts';
import { createLog } from '../../apps/server/src/platform/log/create-log.ts';
import { generateComponent, generateRecords, random } from './generate-portfolio.ts';
import { cpuSeconds, residentMegabytes, watchMemory } from './process-costs.ts';
import { startNode, stopNode } from './run-node.ts';

const PASSWORD = 'measure twice, cut once';
const WARM_UP = 5;
const RUNS = 20;
// Others may measure on the same machine.
const port = 20_000 + (process.pid % 10_000) * 2;
const api = `http://127.0.0.1:${port}`;
const [components = 1_000, ranges = 300_000] = process.argv.slice(2).map(Number);
if (!(components > 0 && ranges > 0)) throw new Error('Say how many components and ranges.');

const directory = await mkdtemp(join(tmpdir(), 'tallyman-bench-'));
const postgres = await startEmbeddedPostgres({ dataDirectory: join(directory, 'postgres'), log: () => {} });
const pool = { enabled: true, maxSize: 2, minIdle: 0, idleTimeoutMs: 60_000, maxLifetimeMs: 600_000 };
const log = createLog({ levels: { root: 'warn' } });
const { db, close } = connect({ url: postgres.url, applicationName: 'bench', pool }, log);
try {
  const { child } = await startNode('apps/server/src/main.ts', serverArguments(), /Stop with Ctrl-C/);
  await loadAdvisories();
  await sql`analyze`.execute(db);
  const document = toDocument(components);
  console.table([
    await measureChecks(document, child.pid ?? 0, await signIn()),
    await measureFloor(document),
  ]);
  await stopNode(child);
} finally {
  await close();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

async function measureChecks(document: string, pid: number, authorization: string) {
  for (let run = 0; run < WARM_UP; run++) await check(document, authorization);
  const [idle, times] = [residentMegabytes(pid), [] as number[]];
  const [here, there, peak] = [cpuSeconds(pid), await cpuOfDatabase(), watchMemory(pid)];
  let findings = 0;
  for (let run = 0; run < RUNS; run++) {
    const begin = performance.now();
    findings = await check(document, authorization);
    times.push(performance.now() - begin);
  }
  return {
    what: `check of ${components} components, ${findings} findings`,
    'median, ms': rounded(median(times)),
    'fastest, ms': rounded(Math.min(...times)),
    'CPU, ms': rounded(((cpuSeconds(pid) - here) * 1000) / RUNS),
    'CPU of the database, ms': rounded((((await cpuOfDatabase()) - there) * 1000) / RUNS),
    'memory more, MB': peak() - idle,
  };
}

async function check(document: string, authorization: string): Promise<number> {
  const response = await fetch(`${api}/api/v1/check`, {
    method: 'POST',
    headers: { authorization, 'Content-Type': 'application/vnd.cyclonedx+json' },
    body: document,
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(text);
  return (JSON.parse(text) as { findings: { total: number } }).findings.total;
}

/** Reading and validating alone. */
async function measureFloor(document: string) {
  const bytes = Buffer.from(document);
  const times: number[] = [];
  for (let run = 0; run < WARM_UP + RUNS; run++) {
    const begin = performance.now();
    await validateBom(bytes);
    if (run >= WARM_UP) times.push(performance.now() - begin);
  }
  return {
    what: '  reading and validating the document',
    'median, ms': rounded(median(times)),
    'fastest, ms': rounded(Math.min(...times)),
  };
}

function toDocument(count: number): string {
  const next = random(42);
  const entries = Array.from({ length: count }, (_, n) => {
    const { purl, version, cpe } = generateComponent(next);
    return {
      type: 'library',
      'bom-ref': `${n}`,
      name: `component-${n}`,
      version,
      description: 'What it is for, in about as many words as such documents have.'.repeat(4),
      hashes: [{ alg: 'SHA-256', content: n.toString(16).padStart(64, '0') }],
      licenses: [{ license: { id: 'Apache-2.0' } }],
      purl,
      ...(cpe ? { cpe } : {}),
      externalReferences: [{ type: 'website', url: `https://example.org/component-${n}` }],
    };
  });
  const dependencies = entries.map((_, n) => ({ ref: `${n}`, dependsOn: n > 0 ? [`${n >> 1}`] : [] }));
  return JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    components: entries,
    dependencies,
  });
}

async function loadAdvisories(): Promise<void> {
  let part: VulnerabilityRecord[] = [];
  for (const record of generateRecords(ranges)) {
    part.push(record);
    if (part.length === 5_000) part = await flush(part);
  }
  await flush(part);
}

async function flush(records: readonly VulnerabilityRecord[]): Promise<never[]> {
  const asserter = mirrorAsserter('nvd', 'NVD', 'NVD');
  const recording = { asserter, mirrored: new Set<never>(), now: new Date() };
  await inTransaction(db, (tx) => recordVulnerabilities(tx, recording, records));
  return [];
}

/** Of the processes that serve the service. */
async function cpuOfDatabase(): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where application_name like 'tallyman%'`.execute(db);
  return rows.reduce((total, { pid }) => total + cpuSeconds(pid), 0);
}

function serverArguments(): string[] {
  const settings = {
    'svc.http.port': port,
    'svc.management.port': port + 1,
    'svc.datasource.url': postgres.url,
    'svc.data.directory': join(directory, 'data'),
    'svc.init.admin.password': PASSWORD,
    'svc.vuln-data-source.nvd.enabled': false,
    'svc.vuln-data-source.epss.enabled': false,
    'svc.vuln-data-source.kev.enabled': false,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
}

async function signIn(): Promise<string> {
  const body = new URLSearchParams({ username: 'admin', password: PASSWORD });
  const response = await fetch(`${api}/api/v1/user/login`, { method: 'POST', body });
  return `Bearer ${await response.text()}`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
