/**
 * BOM export: time, time to the first byte, memory, and the ratio to sending the same rows without turning them into
 * CycloneDX. Run with `node bench/src/export.ts [components…]`; results are kept in bench/README.md.
 */
import { createWriteStream, openAsBlob, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/start-embedded-postgres.ts';
import { generateBomJson } from './generate-bom.ts';
import { startNode, stopNode } from './run-node.ts';

const PASSWORD = 'measure twice, cut once';
const RUNS = 5;
const api = 'http://127.0.0.1:18080';
const sizes = process.argv.slice(2).map(Number);
if (!sizes.every((size) => size > 0)) throw new Error('Give numbers of components, such as 5000 50000.');

const directory = await mkdtemp(join(tmpdir(), 'tallyman-bench-'));
const postgres = await startEmbeddedPostgres({ dataDirectory: join(directory, 'postgres'), log: () => {} });
try {
  const settings = {
    'svc.data.directory': directory,
    'svc.datasource.url': postgres.url,
    'svc.http.port': '18080',
    'svc.management.port': '19000',
    'svc.init.admin.password': PASSWORD,
    'svc.logging.level.root': 'warn',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  const results: Record<string, unknown> = {};
  for (const components of sizes.length > 0 ? sizes : [5_000, 50_000]) {
    const uploading = await startNode('scripts/start.mjs', args, /Stop with Ctrl-C/);
    const project = await upload(components);
    await stopNode(uploading.child);
    // A fresh process: what the upload needed must not be taken for what the export needs.
    const serving = await startNode('scripts/start.mjs', args, /Stop with Ctrl-C/);
    const floor = await startNode('bench/src/export-floor.ts', [postgres.url], /http:\S+/);
    results[`${components} components`] = await measure(project, serving.child.pid ?? 0, floor.output);
    await stopNode(floor.child);
    await stopNode(serving.child);
  }
  console.table(results);
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

async function measure(project: string, startPid: number, floor: string) {
  const authorization = await signIn();
  const pid = onlyChildOf(startPid);
  const ours = `${api}/api/v1/bom/cyclonedx/project/${project}?version=1.6`;
  const idle = residentMegabytes(pid);
  const watch = watchMemory(pid);
  await read(ours, authorization);
  await read(`${floor}/${project}`, '');
  const [json, rows, cpu]: [Reading[], Reading[], number[]] = [[], [], []];
  for (let run = 0; run < RUNS; run++) {
    rows.push(await read(`${floor}/${project}`, ''));
    const before = cpuSeconds(pid);
    json.push(await read(ours, authorization));
    cpu.push(cpuSeconds(pid) - before);
  }
  const xml = await read(`${ours}&format=xml`, authorization);
  const peak = watch();
  const [seconds, least] = [median(json.map((one) => one.seconds)), median(rows.map((one) => one.seconds))];
  return {
    MB: Math.round((json[0]?.bytes ?? 0) / 1e6),
    'first byte, ms': Math.round(median(json.map((one) => one.firstByte)) * 1000),
    s: rounded(seconds),
    'CPU, s': rounded(median(cpu)),
    'rows alone, s': rounded(least),
    ratio: rounded(seconds / least),
    'XML, s': rounded(xml.seconds),
    'idle memory, MB': idle,
    'memory more, MB': peak - idle,
  };
}

interface Reading {
  readonly bytes: number;
  readonly firstByte: number;
  readonly seconds: number;
}

async function read(url: string, authorization: string): Promise<Reading> {
  const begin = performance.now();
  const since = () => (performance.now() - begin) / 1000;
  const answer = await fetch(url, { headers: { authorization, 'accept-encoding': 'identity' } });
  if (answer.status !== 200 || !answer.body) throw new Error(await answer.text());
  let [bytes, firstByte] = [0, 0];
  for await (const chunk of answer.body) {
    if (bytes === 0) firstByte = since();
    bytes += chunk.length;
  }
  return { bytes, firstByte, seconds: since() };
}

/** Puts a generated document through the interface; answers the UUID of its project when it is processed. */
async function upload(components: number): Promise<string> {
  const authorization = await signIn();
  const file = join(directory, 'bom.json');
  await pipeline(Readable.from(inPieces(generateBomJson({ components }))), createWriteStream(file));
  const body = new FormData();
  body.set('projectName', `bench ${components}`);
  body.set('projectVersion', '1');
  body.set('autoCreate', 'true');
  body.set('bom', await openAsBlob(file), 'bom.json');
  const answer = await fetch(`${api}/api/v1/bom`, { method: 'POST', headers: { authorization }, body });
  if (answer.status !== 200) throw new Error(await answer.text());
  const { token, projectUuid } = (await answer.json()) as { token: string; projectUuid: string };
  const isProcessing = async () => {
    const state = await fetch(`${api}/api/v1/event/token/${token}`, { headers: { authorization } });
    return ((await state.json()) as { processing: boolean }).processing;
  };
  while (await isProcessing()) await setTimeout(200);
  return projectUuid;
}

function* inPieces(texts: Iterable<string>): Generator<string> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < 1_000_000) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

async function signIn(): Promise<string> {
  const body = new URLSearchParams({ username: 'admin', password: PASSWORD });
  return `Bearer ${await (await fetch(`${api}/api/v1/user/login`, { method: 'POST', body })).text()}`;
}

/** The start script runs the server as its child. */
function onlyChildOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
}

function residentMegabytes(pid: number): number {
  const [, resident] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return Math.round((Number(resident) * 4096) / 1e6);
}

function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The largest resident size from now on until it is asked for. */
function watchMemory(pid: number): () => number {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(pid));
  }, 20);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
