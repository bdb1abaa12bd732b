/**
 * Start-up, idle memory, and the rate of the project list against a constant of the same size.
 * Run with `node bench/src/foundation.ts`; results are kept in bench/README.md.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { runNode, startNode, stopNode } from './run-node.ts';

const PASSWORD = 'measure twice, cut once';
const PROJECTS = 1_000;
const api = 'http://127.0.0.1:18080';

const directory = await mkdtemp(join(tmpdir(), 'tallyman-bench-'));
const settings = {
  'svc.data.directory': directory,
  'svc.http.port': '18080',
  'svc.management.port': '19000',
  'svc.init.admin.password': PASSWORD,
  'svc.logging.level.root': 'warn',
};
const args = Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]);

try {
  const first = await timedStart();
  await stopNode(first.child);
  const warm = await timedStart();
  await setTimeout(5_000);
  const idleMegabytes = residentMegabytes(onlyChildOf(warm.child.pid ?? 0));
  const token = await signIn();
  await createProjects(token);
  const list = `${api}/api/v1/project?pageNumber=1&pageSize=100`;
  const bytes = (await (await fetch(list, { headers: { authorization: token } })).arrayBuffer()).byteLength;
  const rates = await interleave(list, token, bytes);
  await stopNode(warm.child);
  console.table({
    'first start to ready, s': first.seconds,
    'warm start to ready, s': warm.seconds,
    'idle memory of the server, MB': idleMegabytes,
    'page of 100 projects, bytes': bytes,
    'constant of that size, requests/s': rates.constant,
    'GET /api/v1/project, requests/s': rates.list,
    ratio: Number((rates.list / rates.constant).toFixed(2)),
  });
} finally {
  await rm(directory, { recursive: true, force: true });
}

async function timedStart() {
  const begin = performance.now();
  const { child } = await startNode('scripts/start.mjs', args, /Stop with Ctrl-C/);
  return { child, seconds: Number(((performance.now() - begin) / 1000).toFixed(2)) };
}

/** The start script runs the server as its child. */
function onlyChildOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
}

function residentMegabytes(pid: number): number {
  const [, resident] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return Math.round((Number(resident) * 4096) / 1e6);
}

async function signIn(): Promise<string> {
  const body = new URLSearchParams({ username: 'admin', password: PASSWORD });
  return `Bearer ${await (await fetch(`${api}/api/v1/user/login`, { method: 'POST', body })).text()}`;
}

async function createProjects(authorization: string): Promise<void> {
  const headers = { authorization, 'content-type': 'application/json' };
  for (let i = 0; i < PROJECTS; i++) {
    const project = {
      name: `service-${i % 250}`,
      version: `1.${i}.0`,
      description: 'A service',
      tags: [{ name: `team-${i % 7}` }],
    };
    const answer = await fetch(`${api}/api/v1/project`, {
      method: 'PUT',
      headers,
      body: JSON.stringify(project),
    });
    if (answer.status !== 201) throw new Error(await answer.text());
  }
}

/** Ours, theirs, theirs, ours: what else the machine does hits both alike. */
async function interleave(list: string, token: string, bytes: number) {
  const { child, output } = await startNode('bench/src/constant-server.ts', [String(bytes)], /http:\S+/);
  const measure = async (url: string, authorization = '') =>
    (JSON.parse(await runNode('bench/src/load.ts', [url, '5', '16', authorization])) as { rps: number }).rps;
  await measure(list, token);
  const ours = [await measure(list, token)];
  const constants = [await measure(output), await measure(output)];
  ours.push(await measure(list, token));
  await stopNode(child);
  const mean = (values: number[]) => Math.round(values.reduce((a, b) => a + b) / values.length);
  return { list: mean(ours), constant: mean(constants) };
}
