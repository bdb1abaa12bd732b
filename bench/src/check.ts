/**
 * Checks of documents on a warm server: response time, CPU time of the service and of PostgreSQL, memory. The floor is reading
 * and validating the same document.
 *
 * `node bench/src/check.ts [components=1000] [ranges=300000]`; results are in bench/README.md.
 */
import { validateBom } from '@tallyman/cyclonedx';
import { sql } from 'kysely';
import { backendCpuSeconds } from './database-costs.ts';
import { median, rounded } from './figures.ts';
import { generateComponent, generateRecords, random } from './generate-portfolio.ts';
import { loadAdvisories } from './load-advisories.ts';
import { openBench } from './open-bench.ts';
import { cpuSeconds, residentMegabytes, watchMemory } from './process-costs.ts';
import type { BenchServer } from './start-server.ts';

const WARM_UP = 5;
const RUNS = 20;
const [components = 1_000, ranges = 300_000] = process.argv.slice(2).map(Number);
if (!(components > 0 && ranges > 0))
  throw new Error('Give numbers of components and ranges, such as 1000 300000.');

const bench = await openBench();
const { db } = bench.database;
try {
  const settings = {
    'svc.vuln-data-source.nvd.enabled': 'false',
    'svc.vuln-data-source.epss.enabled': 'false',
    'svc.vuln-data-source.kev.enabled': 'false',
    'svc.vuln-data-source.euvd.enabled': 'false',
  };
  const server = await bench.startServer({ settings });
  await loadAdvisories(db, generateRecords(ranges));
  await sql`analyze`.execute(db);
  const document = toDocument(components);
  console.table([await measureChecks(document, server), await measureFloor(document)]);
} finally {
  await bench.close();
}

async function measureChecks(document: string, server: BenchServer) {
  const { pid } = server;
  for (let run = 0; run < WARM_UP; run++) await check(document, server);
  const [idle, times] = [residentMegabytes(pid), [] as number[]];
  const [here, there, peak] = [cpuSeconds(pid), await cpuOfDatabase(), watchMemory(pid)];
  let findings = 0;
  for (let run = 0; run < RUNS; run++) {
    const begin = performance.now();
    findings = await check(document, server);
    times.push(performance.now() - begin);
  }
  return {
    what: `check of ${components} components, ${findings} findings`,
    'median, ms': rounded(median(times), 1),
    'fastest, ms': rounded(Math.min(...times), 1),
    'CPU, ms': rounded(((cpuSeconds(pid) - here) * 1000) / RUNS, 1),
    'PostgreSQL CPU, ms': rounded((((await cpuOfDatabase()) - there) * 1000) / RUNS, 1),
    'memory more, MB': peak() - idle,
  };
}

async function check(document: string, { api, authorization }: BenchServer): Promise<number> {
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
    'median, ms': rounded(median(times), 1),
    'fastest, ms': rounded(Math.min(...times), 1),
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

/** CPU seconds of the backends of the service. */
function cpuOfDatabase(): Promise<number> {
  return backendCpuSeconds(db, 'tallyman%');
}
