/**
 * Start-up, idle memory, and throughput of the project list relative to a constant of the same size.
 * Run with `node bench/src/foundation.ts`; results are in bench/README.md.
 */
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { childrenOf, residentMegabytes } from './process-costs.ts';
import { runNode, startNode, stopNode } from './run-node.ts';
import { PASSWORD, signIn } from './sign-in.ts';

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
  // The start script runs the server as its child.
  const idleMegabytes = residentMegabytes(childrenOf(warm.child.pid ?? 0)[0] ?? 0);
  const token = await signIn(api);
  await createProjects(token);
  const list = `${api}/api/v1/project?pageNumber=1&pageSize=100`;
  const page = await (await fetch(list, { headers: { authorization: token } })).text();
  const rates = await interleave(list, token, page);
  await stopNode(warm.child);
  console.table({
    'first start to ready, s': first.seconds,
    'warm start to ready, s': warm.seconds,
    'idle memory of the server, MB': idleMegabytes,
    'page of 100 projects, bytes': Buffer.byteLength(page),
    'the same page as constant text, requests/s': rates.text,
    'the same page as constant object, requests/s': rates.object,
    'GET /api/v1/project, requests/s': rates.list,
    'ratio to the text': Number((rates.list / rates.text).toFixed(2)),
    'ratio to the object': Number((rates.list / rates.object).toFixed(2)),
  });
} finally {
  await rm(directory, { recursive: true, force: true });
}

async function timedStart() {
  const begin = performance.now();
  const { child } = await startNode('scripts/start.mjs', args, /Stop with Ctrl-C/);
  return { child, seconds: Number(((performance.now() - begin) / 1000).toFixed(2)) };
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

/** In the order A, B, B, A, so that other load affects both. */
async function interleave(list: string, token: string, page: string) {
  const file = join(directory, 'page.json');
  writeFileSync(file, page);
  const { child, output } = await startNode('bench/src/constant-server.ts', [file], /http:\S+/);
  const measure = async (url: string, authorization = '') =>
    (JSON.parse(await runNode('bench/src/load.ts', [url, '4', '16', authorization])) as { rps: number }).rps;
  await measure(list, token);
  const ours = [await measure(list, token)];
  const text = await measure(`${output}/text`);
  const object = await measure(`${output}/object`);
  ours.push(await measure(list, token));
  await stopNode(child);
  return { list: Math.round(ours.reduce((a, b) => a + b) / ours.length), text, object };
}
