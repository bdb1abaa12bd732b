/**
 * VEX import from acceptance to applied decisions, and VDR export: time, time to first byte, memory. Run with
 * `node bench/src/vex.ts [entries…]`; results are in bench/README.md.
 */
import { median, rounded } from './figures.ts';
import { givenSizes } from './given-sizes.ts';
import { openBench } from './open-bench.ts';
import { cpuSeconds, residentMegabytes, watchMemory } from './process-costs.ts';
import { type Reading, readAnswer } from './read-answer.ts';
import type { BenchServer } from './start-server.ts';
import { untilProcessed } from './until-processed.ts';

const RUNS = 5;
/** The largest legal document: 20,000,000 characters of Base64. */
const LARGEST_BYTES = 15_000_000;
const STATES = ['exploitable', 'in_triage'];
const sizes = givenSizes([1_000, 10_000]);

const bench = await openBench();
const { pool } = bench.database;
try {
  const server = await bench.startServer({ settings: { 'svc.logging.level.root': 'error' } });
  const [imports, exports]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  for (const entries of sizes) {
    const project = await seed(server, entries);
    imports[`${entries} entries`] = await measureImport(server, project, entries);
    exports[`${entries} findings`] = await measureExport(server, project);
  }
  const most = countForLargest();
  const project = await seed(server, most);
  imports[`largest legal document, ${most} entries`] = await measureLargest(server, project, most);
  console.table(imports);
  console.table(exports);
} finally {
  await bench.close();
}

/** A project with a tenth as many components as findings, each finding of a vulnerability of its own. */
async function seed({ api, authorization }: BenchServer, findings: number): Promise<string> {
  const body = JSON.stringify({ name: `bench ${findings}`, version: '1' });
  const headers = { authorization, 'content-type': 'application/json' };
  const answer = await fetch(`${api}/api/v1/project`, { method: 'PUT', headers, body });
  const { uuid } = (await answer.json()) as { uuid: string };
  await pool.query(
    `insert into vulnerability (uuid, source, vuln_id, severity, description, cvss_v3_score, cvss_v3_vector, cwes,
       published_at, content_hash, matching_generation)
     select gen_random_uuid(), 'NVD', 'CVE-${findings}-' || n, 'HIGH', repeat('Something is wrong with it. ', 20),
       7.5, 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N', '{79}', now(), n, 0 from generate_series(1, $1::int) n`,
    [findings],
  );
  await pool.query(
    `insert into component (uuid, project_id, name, version, purl, purl_coordinates, classifier, identity_hash,
       content_hash, position)
     select gen_random_uuid(), project.id, 'c' || n, '1.0', 'pkg:npm/c' || n || '@1.0', 'pkg:npm/c' || n || '@1.0',
       'LIBRARY', n, n, n
     from project, generate_series(0, $2::int - 1) n where project.uuid = $1`,
    [uuid, Math.ceil(findings / 10)],
  );
  await pool.query(
    `insert into finding (component_id, vulnerability_id, project_id, first_seen)
     select component.id, vulnerability.id, component.project_id, now()
     from vulnerability join project on project.uuid = $1
     join component on component.project_id = project.id
       and component.position = vulnerability.content_hash % $2::int
     where vulnerability.vuln_id like 'CVE-${findings}-%'`,
    [uuid, Math.ceil(findings / 10)],
  );
  await pool.query('analyze vulnerability, component, finding');
  return uuid;
}

function documentOf(findings: number, state: string, paddedTo = 0): string {
  const components = Array.from({ length: Math.ceil(findings / 10) }, (_, n) => {
    const purl = `pkg:npm/c${n}@1.0`;
    return { type: 'library', 'bom-ref': `ref-${n}`, name: `c${n}`, version: '1.0', purl };
  });
  const vulnerabilities = Array.from({ length: findings }, (_, index) => ({
    id: `CVE-${findings}-${index + 1}`,
    source: { name: 'NVD' },
    ratings: [{ source: { name: 'NVD' }, score: 7.5, severity: 'high', method: 'CVSSv31' }],
    description: 'Something is wrong with it. '.repeat(5),
    analysis: {
      state,
      justification: 'code_not_reachable',
      response: ['update'],
      detail: 'Nobody calls it.',
    },
    affects: [{ ref: `ref-${(index + 1) % components.length}` }],
  }));
  const metadata = { component: { type: 'application', 'bom-ref': 'project', name: 'bench', version: '1' } };
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata,
    components,
    vulnerabilities,
  };
  return JSON.stringify(document).padEnd(paddedTo, ' ');
}

function countForLargest(): number {
  const each = documentOf(1_000, 'exploitable').length / 1_000;
  return Math.floor(LARGEST_BYTES / (each + 5));
}

interface Sent {
  readonly accepted: number;
  readonly done: number;
  readonly applied: number;
}

/** Seconds from the request until acceptance and until the event token is done. */
async function send(server: BenchServer, request: RequestInit): Promise<Sent> {
  const { api, authorization } = server;
  const begin = performance.now();
  const since = () => (performance.now() - begin) / 1000;
  const answer = await fetch(`${api}/api/v1/vex`, request);
  if (answer.status !== 200) throw new Error(await answer.text());
  const { token } = (await answer.json()) as { token: string };
  const accepted = since();
  await untilProcessed(server, token);
  const done = since();
  const receipt = await fetch(`${api}/api/v1/vex/import/${token}?limit=0`, { headers: { authorization } });
  const { totals } = (await receipt.json()) as { totals: { applied: number } };
  return { accepted, done, applied: totals.applied };
}

async function measureImport(server: BenchServer, project: string, entries: number) {
  const { authorization, pid } = server;
  const idle = residentMegabytes(pid);
  const watch = watchMemory(pid);
  const sent: Sent[] = [];
  const cpu: number[] = [];
  for (let run = 0; run <= RUNS; run++) {
    const body = new FormData();
    body.set('project', project);
    body.set('vex', new Blob([documentOf(entries, STATES[run % 2] ?? '')]), 'vex.json');
    const before = cpuSeconds(pid);
    const one = await send(server, { method: 'POST', headers: { authorization }, body });
    if (one.applied !== entries) throw new Error(`Only ${one.applied} of ${entries} entries were applied.`);
    // The first one starts the threads.
    if (run > 0) sent.push(one);
    if (run > 0) cpu.push(cpuSeconds(pid) - before);
  }
  const peak = watch();
  return {
    MB: rounded(documentOf(entries, 'in_triage').length / 1e6),
    'accepted, s': rounded(median(sent.map((one) => one.accepted))),
    s: rounded(median(sent.map((one) => one.done))),
    'CPU, s': rounded(median(cpu)),
    'memory more, MB': peak - idle,
  };
}

async function measureLargest(server: BenchServer, project: string, entries: number) {
  const { authorization, pid } = server;
  const idle = residentMegabytes(pid);
  const watch = watchMemory(pid);
  const sent: Sent[] = [];
  for (const state of [...STATES, ...STATES]) {
    const vex = Buffer.from(documentOf(entries, state, LARGEST_BYTES)).toString('base64');
    const headers = { authorization, 'content-type': 'application/json' };
    sent.push(await send(server, { method: 'PUT', headers, body: JSON.stringify({ project, vex }) }));
  }
  return {
    MB: LARGEST_BYTES / 1e6,
    'accepted, s': rounded(median(sent.slice(1).map((one) => one.accepted))),
    s: rounded(median(sent.slice(1).map((one) => one.done))),
    'memory more, MB': watch() - idle,
  };
}

async function measureExport({ api, authorization, pid }: BenchServer, project: string) {
  const url = `${api}/api/v1/bom/cyclonedx/project/${project}?variant=vdr&version=1.6`;
  await readAnswer(url, authorization);
  const idle = residentMegabytes(pid);
  const watch = watchMemory(pid);
  const json: Reading[] = [];
  for (let run = 0; run < RUNS; run++) json.push(await readAnswer(url, authorization));
  const xml = await readAnswer(`${url}&format=xml`, authorization);
  return {
    MB: rounded((json[0]?.bytes ?? 0) / 1e6),
    'first byte, ms': Math.round(median(json.map((one) => one.firstByte)) * 1000),
    s: rounded(median(json.map((one) => one.seconds))),
    'XML, s': rounded(xml.seconds),
    'memory more, MB': watch() - idle,
  };
}
