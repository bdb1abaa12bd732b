/**
 * Mirroring OSV: an archive of records for the first time, the same records in another archive, and a list of 100 that
 * were modified. Run with `node bench/src/mirror.ts [records]`; results are kept in bench/README.md.
 */
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { appendFile, mkdtemp, open, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect } from '../../apps/server/src/platform/db/connect.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/start-embedded-postgres.ts';
import { createLog } from '../../apps/server/src/platform/log/create-log.ts';
import { type ListedRecord, osvRecord, writeOsvArchive } from './generate-osv.ts';
import { cpuSeconds, residentMegabytes, watchMemory } from './process-costs.ts';
import { startNode, stopNode } from './run-node.ts';

const PASSWORD = 'measure twice, cut once';
const records = Number(process.argv[2] ?? 300_000);
const MODIFIED = 100;
const port = 20_000 + (process.pid % 10_000) * 2;
const api = `http://127.0.0.1:${port}`;

const directory = await mkdtemp(join(tmpdir(), 'tallyman-bench-'));
const archive = join(directory, 'all.zip');
let listed = await writeOsvArchive(archive, { records });
const bucket = await startBucket();
const postgres = await startEmbeddedPostgres({ dataDirectory: join(directory, 'postgres'), log: () => {} });
const pool = { enabled: true, maxSize: 2, minIdle: 0, idleTimeoutMs: 60_000, maxLifetimeMs: 600_000 };
const database = connect(
  { url: postgres.url, applicationName: 'bench', pool },
  createLog({ levels: { root: 'warn' } }),
);
try {
  process.env.NODE_OPTIONS = `--max-semi-space-size=4 --import ${join(import.meta.dirname, 'watch-loop.ts')}`;
  process.env.WATCH_LOOP_FILE = join(directory, 'longest');
  const { child } = await startNode('apps/server/src/main.ts', serverArguments(), /Stop with Ctrl-C/);
  const server = child.pid ?? 0;
  const authorization = await signIn();
  await setTimeout(2_000);
  console.log(
    JSON.stringify({ records, 'archive, MB': megabytes(archive), 'idle, MB': residentMegabytes(server) }),
  );
  const first = await measure(server, authorization);
  await touchArchive();
  const unchanged = await measure(server, authorization);
  listed = listed.map((one, n) => (n < records - MODIFIED ? one : { ...one, modified: modifiedOf(n) }));
  const modified = await measure(server, authorization);
  console.table({ first, 'unchanged, other archive': unchanged, [`${MODIFIED} modified`]: modified });
  await stopNode(child);
} finally {
  await database.close();
  await postgres.stop();
  bucket.server.close();
  await rm(directory, { recursive: true, force: true });
}

async function measure(server: number, authorization: string) {
  process.kill(server, 'SIGUSR2');
  const peak = watchMemory(server);
  const before = { node: cpuSeconds(server), postgres: cpuSeconds(postgres.pid, 'with-children') };
  const begin = performance.now();
  const seen = await mirror(authorization);
  const seconds = (performance.now() - begin) / 1000;
  return {
    ...seen,
    seconds: rounded(seconds),
    'records per second': Math.round(records / seconds),
    'server CPU, s': rounded(cpuSeconds(server) - before.node),
    'PostgreSQL CPU, s': rounded(cpuSeconds(postgres.pid, 'with-children') - before.postgres),
    'peak memory, MB': peak(),
    'longest stall, ms': await longestStall(),
  };
}

async function mirror(authorization: string) {
  const url = `${api}/api/v2/vuln-data-sources/osv/mirror-runs`;
  const answer = await fetch(url, { method: 'POST', headers: { authorization } });
  if (answer.status !== 202) throw new Error(await answer.text());
  const { uuid } = (await answer.json()) as { uuid: string };
  for (;;) {
    const { rows } = await database.pool.query('select * from mirror_run where uuid = $1', [uuid]);
    const [run] = rows;
    if (run?.state === 'FAILED') throw new Error(run.failure);
    if (run?.state === 'COMPLETED') {
      const { records_new, records_changed, records_unchanged } = run;
      return {
        new: Number(records_new),
        changed: Number(records_changed),
        unchanged: Number(records_unchanged),
      };
    }
    await setTimeout(10);
  }
}

/** Other bytes with the same records, and nothing that says that these were read: only the records themselves do. */
async function touchArchive(): Promise<void> {
  const comment = Buffer.from('x');
  const file = await open(archive, 'r+');
  await file.write(Buffer.from([comment.length, 0]), 0, 2, statSync(archive).size - 2);
  await file.close();
  await appendFile(archive, comment);
  await database.pool.query("delete from mirror_position where source = 'osv'");
}

function modifiedOf(n: number): string {
  return osvRecord(n, { records, modifiedFrom: records - MODIFIED }).modified;
}

async function startBucket() {
  const server = http.createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    if (path === '/npm/all.zip') createReadStream(archive).pipe(response);
    else if (path === '/npm/modified_id.csv') response.end(toList(listed));
    else response.end(osvRecord(numberOf(path), { records, modifiedFrom: records - MODIFIED }).text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function toList(all: readonly ListedRecord[]): string {
  const sorted = [...all].sort((a, b) => (a.modified < b.modified ? 1 : -1));
  return sorted.map(({ id, modified }) => `${modified},${id}`).join('\n');
}

function numberOf(path: string): number {
  const id = basename(path, '.json');
  return listed.findIndex((one) => one.id === id);
}

function serverArguments(): string[] {
  const settings = {
    'svc.http.port': String(port),
    'svc.management.port': String(port + 1),
    'svc.data.directory': directory,
    'svc.datasource.url': postgres.url,
    'svc.init.admin.password': PASSWORD,
    'svc.vuln-data-source.osv.enabled': 'true',
    'svc.vuln-data-source.osv.url': bucket.url,
    'svc.vuln-data-source.osv.ecosystems': 'npm',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
}

async function signIn(): Promise<string> {
  const body = new URLSearchParams({ username: 'admin', password: PASSWORD });
  const answer = await fetch(`${api}/api/v1/user/login`, { method: 'POST', body });
  return `Bearer ${await answer.text()}`;
}

async function longestStall(): Promise<number> {
  await setTimeout(200);
  return rounded(Number(readFileSync(process.env.WATCH_LOOP_FILE ?? '', 'utf8')));
}

function megabytes(path: string): number {
  return Math.round(statSync(path).size / 1e6);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
