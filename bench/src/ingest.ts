/**
 * BOM uploads: from the first byte sent to the components stored, for a new project, for the same bytes again, for
 * the same content in other bytes, and for a document of which 2 % changed. The floor, measured in the same minute, is
 * reading and validating the document and copying its rows into tables with as many indexes. Run with `node bench/src/ingest.ts [components…]`; results are in bench/README.md.
 */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { walBytes } from './database-costs.ts';
import { rounded } from './figures.ts';
import { type BomPlan, generateComponents, generateDependencies, generateMetadata } from './generate-bom.ts';
import { givenSizes } from './given-sizes.ts';
import { measureFloor } from './ingest-floor.ts';
import { measureCosts } from './measure-costs.ts';
import { openBench } from './open-bench.ts';
import { residentMegabytes } from './process-costs.ts';
import { untilProcessed } from './until-processed.ts';
import { uploadBom } from './upload-bom.ts';
import { writeInPieces } from './write-in-pieces.ts';

const STREAM = 200;
const sizes = givenSizes([1_000, 10_000, 50_000]);

const bench = await openBench();
const { database, directory, postgres } = bench;
try {
  const server = await bench.startServer({ isWatched: true });
  await setTimeout(3_000);
  const idle = residentMegabytes(server.pid);
  // The first document warms up threads and code.
  await measure('warm-up', { components: 2_000, seed: 2 });
  for (const components of sizes) await measureSize(components);
  console.table({ [`${STREAM} documents of 500 components`]: await measureStream() });
  console.log(JSON.stringify({ 'idle memory, MB': idle }));

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
        'CPU relative to the floor': rounded(ratio, 3),
        'same bytes, times cheaper': rounded(first['CPU, s'] / Math.max(again['CPU, s'], 0.01), 3),
        'memory above idle, MB': first['peak memory, MB'] - idle,
      }),
    );
  }

  async function measure(project: string, plan: BomPlan, variant: Variant = {}) {
    const file = await writeBom(plan, variant);
    const wal = await walBytes(database.db);
    let analyzed = '';
    const { answer, ...costs } = await measureCosts(bench, server, async () => {
      const begin = performance.now();
      const { token } = await uploadBom(server, project, file);
      const accepted = (performance.now() - begin) / 1000;
      analyzed = token;
      return { accepted, state: await processed(token) };
    });
    const written = await walBytes(database.db);
    // Wait for the analysis that follows, so that it does not count for the next upload.
    await untilProcessed(server, analyzed);
    return {
      state: answer.state,
      'accepted, s': rounded(answer.accepted, 3),
      'stored after, s': rounded(costs.seconds - answer.accepted, 3),
      'CPU, s': rounded(costs.serverCpu + costs.postgresCpu, 3),
      'server CPU, s': rounded(costs.serverCpu, 3),
      'PostgreSQL CPU, s': rounded(costs.postgresCpu, 3),
      'peak memory, MB': costs.peakMegabytes,
      'longest stall, ms': costs.longestStall,
      'WAL, kB': Math.round((written - wal) / 1000),
    };
  }

  /** Many small documents of different projects, a few at a time. */
  async function measureStream() {
    const files = await Promise.all(
      Array.from({ length: 10 }, (_, seed) =>
        writeBom({ components: 500, seed: 100 + seed }, { serial: seed }),
      ),
    );
    const work = Array.from({ length: STREAM }, (_, index) => index).values();
    const sender = async () => {
      for (const index of work) {
        const file = files[index % files.length] as string;
        await processed((await uploadBom(server, `stream ${index}`, file)).token);
      }
    };
    const costs = await measureCosts(bench, server, () => Promise.all(Array.from({ length: 4 }, sender)));
    return {
      'per second': rounded(STREAM / costs.seconds, 3),
      'CPU each, s': rounded((costs.serverCpu + costs.postgresCpu) / STREAM, 3),
      'memory, MB': residentMegabytes(server.pid),
    };
  }

  /** Queried in the database, so that polling does not load the server. */
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
  await bench.close();
}

interface Variant {
  readonly serial?: number;
  /** One in this many components has another description. */
  readonly changeEvery?: number;
}

async function writeBom(plan: BomPlan, variant: Variant = {}): Promise<string> {
  const path = join(directory, `bom-${plan.components}-${variant.serial ?? 1}.json`);
  await writeInPieces(path, bomText(plan, variant));
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
