/**
 * BOM uploads: from the first byte sent to the components stored, for a new project, for the same bytes again, for
 * the same content in other bytes, and for a document of which 2 % changed. Beside it, on the same machine in the
 * same minute, the least that could be done: reading and validating the document, and copying its rows into tables
 * with as many indexes. Run with `node bench/src/ingest.ts [components…]`; results are kept in bench/README.md.
 */
import { createWriteStream, openAsBlob, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { connect } from '../../apps/server/src/platform/db/connect.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/start-embedded-postgres.ts';
import { createLog } from '../../apps/server/src/platform/log/create-log.ts';
import { type BomPlan, generateComponents, generateDependencies, generateMetadata } from './generate-bom.ts';
import { measureFloor } from './ingest-floor.ts';
import { cpuSeconds, residentMegabytes, watchMemory } from './process-costs.ts';
import { startNode, stopNode } from './run-node.ts';

const PASSWORD = 'measure twice, cut once';
// Others may measure on the same machine.
const port = 20_000 + (process.pid % 10_000) * 2;
const api = `http://127.0.0.1:${port}`;
const given = process.argv.slice(2).map(Number);
const STREAM = 200;
const sizes = given.length > 0 ? given : [1_000, 10_000, 50_000];

const directory = await mkdtemp(join(tmpdir(), 'tallyman-bench-'));
const postgres = await startEmbeddedPostgres({ dataDirectory: join(directory, 'postgres'), log: () => {} });
const pool = { enabled: true, maxSize: 2, minIdle: 0, idleTimeoutMs: 60_000, maxLifetimeMs: 600_000 };
const log = createLog({ levels: { root: 'warn' } });
const database = connect({ url: postgres.url, applicationName: 'bench', pool }, log);
try {
  const preload = join(import.meta.dirname, 'watch-loop.ts');
  // As `npm start` does, but without its looking after packages.
  process.env.NODE_OPTIONS = `--max-semi-space-size=4 --import ${preload}`;
  process.env.NODE_COMPILE_CACHE = join(directory, 'compiled');
  process.env.WATCH_LOOP_FILE = join(directory, 'longest');
  const { child } = await startNode('apps/server/src/main.ts', serverArguments(), /Stop with Ctrl-C/);
  const server = child.pid ?? 0;
  const authorization = await signIn();
  await setTimeout(3_000);
  const idle = residentMegabytes(server);
  // The first document warms up threads and code.
  await measure('warm-up', { components: 2_000, seed: 2 });
  for (const components of sizes) await measureSize(components);
  console.table({ [`${STREAM} documents of 500 components`]: await measureStream() });
  console.log(JSON.stringify({ 'idle memory, MB': idle }));
  await stopNode(child);

  async function measureSize(components: number): Promise<void> {
    const project = `bench ${components}`;
    const floor = await measureFloor(await writeBom({ components }), database, postgres.pid);
    const results = {
      floor,
      new: await measure(project, { components }),
      'same bytes': await measure(project, { components }),
      'same content': await measure(project, { components }, { serial: 2 }),
      '2 % changed': await measure(project, { components }, { serial: 3, changeEvery: 50 }),
    };
    console.log(`${components} components`);
    console.table(results);
    const { new: first, 'same bytes': again } = results;
    const ratio = (first['CPU, s'] + 1e-9) / floor['CPU, s'];
    console.log(
      JSON.stringify({
        'CPU to the floor': rounded(ratio),
        'same bytes, times cheaper': rounded(first['CPU, s'] / Math.max(again['CPU, s'], 0.01)),
        'memory above idle, MB': first['peak memory, MB'] - idle,
      }),
    );
  }

  async function measure(project: string, plan: BomPlan, variant: Variant = {}) {
    const file = await writeBom(plan, variant);
    process.kill(server, 'SIGUSR2');
    const peak = watchMemory(server);
    const before = {
      node: cpuSeconds(server),
      postgres: cpuSeconds(postgres.pid, 'with-children'),
      wal: await wal(),
    };
    const begin = performance.now();
    const token = await upload(project, file);
    const accepted = performance.now();
    const state = await processed(token);
    const end = performance.now();
    const node = cpuSeconds(server) - before.node;
    const ofPostgres = cpuSeconds(postgres.pid, 'with-children') - before.postgres;
    return {
      state,
      'accepted, s': rounded((accepted - begin) / 1000),
      'stored after, s': rounded((end - accepted) / 1000),
      'CPU, s': rounded(node + ofPostgres),
      'server CPU, s': rounded(node),
      'PostgreSQL CPU, s': rounded(ofPostgres),
      'peak memory, MB': peak(),
      'longest stall, ms': await longestStall(),
      'WAL, kB': Math.round(((await wal()) - before.wal) / 1000),
    };
  }

  /** Many small documents of different projects, a few at a time. */
  async function measureStream() {
    const files = await Promise.all(
      Array.from({ length: 10 }, (_, seed) =>
        writeBom({ components: 500, seed: 100 + seed }, { serial: seed }),
      ),
    );
    const before = { node: cpuSeconds(server), postgres: cpuSeconds(postgres.pid, 'with-children') };
    const begin = performance.now();
    const work = Array.from({ length: STREAM }, (_, index) => index).values();
    const sender = async () => {
      for (const index of work) {
        await processed(await upload(`stream ${index}`, files[index % files.length] as string));
      }
    };
    await Promise.all(Array.from({ length: 4 }, sender));
    const seconds = (performance.now() - begin) / 1000;
    const node = cpuSeconds(server) - before.node;
    const ofPostgres = cpuSeconds(postgres.pid, 'with-children') - before.postgres;
    return {
      'per second': rounded(STREAM / seconds),
      'CPU each, s': rounded((node + ofPostgres) / STREAM),
      'memory, MB': residentMegabytes(server),
    };
  }

  async function upload(project: string, file: string): Promise<string> {
    const body = new FormData();
    body.set('projectName', project);
    body.set('projectVersion', '1');
    body.set('autoCreate', 'true');
    body.set('bom', await openAsBlob(file), 'bom.json');
    const answer = await fetch(`${api}/api/v1/bom`, { method: 'POST', headers: { authorization }, body });
    if (answer.status !== 200) throw new Error(await answer.text());
    return ((await answer.json()) as { token: string }).token;
  }

  /** Asked of the database, so that asking does not cost the server anything. */
  async function processed(token: string): Promise<string> {
    for (;;) {
      const { rows } = await database.pool.query('select state, failure from bom_upload where token = $1', [
        token,
      ]);
      if (rows[0]?.state === 'FAILED') throw new Error(rows[0].failure);
      if (rows[0]?.state !== 'PENDING') return rows[0]?.state;
      await setTimeout(5);
    }
  }
} finally {
  await database.close();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

function serverArguments(): string[] {
  const settings = {
    'svc.data.directory': directory,
    'svc.datasource.url': postgres.url,
    'svc.http.port': String(port),
    'svc.management.port': String(port + 1),
    'svc.init.admin.password': PASSWORD,
    'svc.logging.level.root': 'warn',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
}

async function signIn(): Promise<string> {
  const body = new URLSearchParams({ username: 'admin', password: PASSWORD });
  return `Bearer ${await (await fetch(`${api}/api/v1/user/login`, { method: 'POST', body })).text()}`;
}

async function wal(): Promise<number> {
  const { rows } = await database.pool.query("select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes");
  return Number(rows[0]?.bytes);
}

/** Of the event loop of the server since it was asked to start anew, in processor time. */
async function longestStall(): Promise<number> {
  await setTimeout(250);
  return Math.round(Number(readFileSync(join(directory, 'longest'), 'utf8')));
}

interface Variant {
  readonly serial?: number;
  /** Every so many components have another description. */
  readonly changeEvery?: number;
}

async function writeBom(plan: BomPlan, variant: Variant = {}): Promise<string> {
  const path = join(directory, `bom-${plan.components}-${variant.serial ?? 1}.json`);
  await pipeline(Readable.from(inPieces(bomText(plan, variant))), createWriteStream(path));
  return path;
}

function* bomText(plan: BomPlan, { serial = 1, changeEvery = 0 }: Variant): Generator<string> {
  yield `{"bomFormat":"CycloneDX","specVersion":"1.6",`;
  yield `"serialNumber":"urn:uuid:3e671687-395b-41f5-a30f-a58921a69b7${serial}","version":1,`;
  yield `"metadata":${JSON.stringify(generateMetadata())},"components":[`;
  let index = 0;
  for (const component of generateComponents(plan)) {
    const changed = changeEvery > 0 && index % changeEvery === 0;
    yield `${index++ === 0 ? '' : ','}${JSON.stringify(changed ? { ...component, description: 'Changed' } : component)}`;
  }
  yield '],"dependencies":[';
  index = 0;
  for (const dependency of generateDependencies(plan)) {
    yield `${index++ === 0 ? '' : ','}${JSON.stringify(dependency)}`;
  }
  yield ']}';
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

function rounded(value: number): number {
  return Number(value.toFixed(3));
}
