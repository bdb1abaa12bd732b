import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { DataSourceServer, osvDocument } from './support/data-source-server.ts';
import { createTestDatabase, type TestDatabase } from './support/test-database.ts';
import { ADMIN_PASSWORD } from './support/test-template.ts';

const SERVER = join(import.meta.dirname, '../src/main.ts');
const RECORDS = 8_000;

/** A node that died is noticed after 10 seconds and its work taken over; 30 are promised. */
const TAKEN_OVER = { timeout: 60_000, interval: 100 };

const nodes = new Set<ChildProcess>();
let database: TestDatabase | undefined;
let sources: DataSourceServer | undefined;
let directory = '';

afterAll(async () => {
  for (const node of nodes) node.kill('SIGKILL');
  sources?.close();
  await database?.drop();
  if (directory) await rm(directory, { recursive: true, force: true });
});

async function startNode(
  databaseUrl: string,
  sourceUrl: string,
): Promise<{ process: ChildProcess; url: string }> {
  const settings = {
    'svc.datasource.url': databaseUrl,
    'svc.data.directory': directory,
    'svc.http.port': '0',
    'svc.management.port': '0',
    'svc.logging.level.root': 'error',
    'svc.vuln-data-source.osv.enabled': 'true',
    'svc.vuln-data-source.osv.url': sourceUrl,
    'svc.vuln-data-source.osv.ecosystems': 'npm',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  const child = spawn(process.execPath, [SERVER, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  nodes.add(child);
  let output = '';
  for await (const chunk of child.stdout) {
    output += chunk;
    const url = /Interface\s+(http:\S+)/.exec(output)?.[1];
    if (url && output.includes('Ctrl-C')) return { process: child, url };
  }
  throw new Error(`The node ended before it was ready: ${output}`);
}

interface Run {
  readonly state: string;
  readonly records_new: number;
  readonly records_unchanged: number;
}

async function findRun(): Promise<Run | undefined> {
  const { rows } = await sql<Run>`select * from mirror_run`.execute(database?.db as TestDatabase['db']);
  return rows[0];
}

test('a mirror run whose node is killed with kill -9 goes on behind what it had committed', {
  timeout: 120_000,
}, async () => {
  sources = await DataSourceServer.start();
  const records = Array.from({ length: RECORDS }, (_, n) => osvDocument(`OSV-${n}`, '2024-01-01T00:00:00Z'));
  sources.putOsv('npm', records);
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'tallyman-kill-'));
  const killed = await startNode(database.url, sources.url);
  const body = new URLSearchParams({ username: 'admin', password: ADMIN_PASSWORD });
  const token = await (await fetch(`${killed.url}/api/v1/user/login`, { method: 'POST', body })).text();
  const headers = { authorization: `Bearer ${token}` };
  await fetch(`${killed.url}/api/v2/vuln-data-sources/osv/mirror-runs`, { method: 'POST', headers });
  while (((await findRun())?.records_new ?? 0) < 400) await setTimeout(1);
  killed.process.kill('SIGKILL');
  await once(killed.process, 'exit');

  const before = await findRun();
  expect(before).toMatchObject({ state: 'RUNNING' });
  expect(before?.records_new).toBeLessThan(RECORDS);
  const { rows: positions } = await sql`select from mirror_position`.execute(database.db);
  expect(positions).toEqual([]);

  await startNode(database.url, sources.url);
  await expect.poll(async () => (await findRun())?.state, TAKEN_OVER).toBe('COMPLETED');
  expect(await findRun()).toMatchObject({ records_new: RECORDS, records_unchanged: before?.records_new });
  const { rows } = await sql`
    select count(*)::int as vulnerabilities, count(distinct vuln_id)::int as ids,
      (select count(*)::int from affected_package) as ranges from vulnerability`.execute(database.db);
  expect(rows).toEqual([{ vulnerabilities: RECORDS, ids: RECORDS, ranges: RECORDS }]);
});
