/**
 * Reading, validating and writing CycloneDX documents of growing size, relative to JSON.parse
 * of the same bytes. Run with `node bench/src/cyclonedx.ts [components…]`; results are in bench/README.md.
 * Every measurement runs in its own process, so that the peak memory is that of the measurement.
 */
import { spawnSync } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BomContent, readBom, writeBom } from '@tallyman/cyclonedx';
import {
  generateBomJson,
  generateComponents,
  generateDependencies,
  generateMetadata,
} from './generate-bom.ts';

interface Measurement {
  readonly components: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly perSecond: number;
  readonly peakRssMb: number;
}

/** The work of one process. Prints the number of components. */
const WORKLOADS: Readonly<Record<string, (path: string) => Promise<number>>> = {
  'JSON.parse of the whole file': async (path) => {
    const document = JSON.parse(readFileSync(path, 'utf8')) as { components: unknown[] };
    return document.components.length;
  },
  'read and validate JSON': countComponents,
  'read and validate XML': countComponents,
  'write JSON 1.6': (path) => writeTo(path, 'json'),
  'write XML 1.6': (path) => writeTo(path, 'xml'),
};

async function countComponents(path: string): Promise<number> {
  let count = 0;
  for await (const batch of readBom({ path })) if (batch.kind === 'components') count += batch.entries.length;
  return count;
}

function toContent(components: number): BomContent {
  const plan = { components };
  return {
    metadata: generateMetadata(),
    components: generateComponents(plan),
    dependencies: generateDependencies(plan),
  } as BomContent;
}

async function writeTo(path: string, format: 'json' | 'xml'): Promise<number> {
  const components = Number(/(\d+)\.\w+$/.exec(path)?.[1]);
  for await (const _ of writeBom(toContent(components), { format, specVersion: '1.6' }));
  return components;
}

/** The best of several runs in one process; the first ones include compilation. */
async function runOne(name: string, path: string, runs: number): Promise<void> {
  let best: Omit<Measurement, 'perSecond' | 'peakRssMb'> | undefined;
  for (let run = 0; run < runs; run++) {
    const [begin, cpu] = [performance.now(), process.cpuUsage()];
    const components = (await WORKLOADS[name]?.(path)) ?? 0;
    const { user, system } = process.cpuUsage(cpu);
    const measured = { components, wallMs: performance.now() - begin, cpuMs: (user + system) / 1000 };
    if (best === undefined || measured.cpuMs < best.cpuMs) best = measured;
  }
  console.log(JSON.stringify({ ...best, peakRssMb: process.resourceUsage().maxRSS / 1024 }));
}

function measure(name: string, path: string, runs: number): Measurement {
  const args = [import.meta.filename, '--run', name, path, String(runs)];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const measured = JSON.parse(stdout) as Omit<Measurement, 'perSecond'>;
  return { ...measured, perSecond: (measured.components / measured.cpuMs) * 1000 };
}

async function runAll(sizes: readonly number[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-cyclonedx-'));
  const rows: Record<string, string | number>[] = [];
  try {
    for (const size of sizes) {
      const json = join(folder, `bom-${size}.json`);
      const xml = join(folder, `bom-${size}.xml`);
      await pipeline(Readable.from(generateBomJson({ components: size })), createWriteStream(json));
      await pipeline(
        Readable.from(writeBom(toContent(size), { format: 'xml', specVersion: '1.6' })),
        createWriteStream(xml),
      );
      for (const name of Object.keys(WORKLOADS)) {
        rows.push(toRow(name, measure(name, name.includes('XML') ? xml : json, size > 100_000 ? 1 : 5)));
      }
    }
    console.table(rows);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function toRow(name: string, measured: Measurement): Record<string, string | number> {
  return {
    workload: name,
    components: measured.components,
    'wall, ms': Math.round(measured.wallMs),
    'CPU, ms': Math.round(measured.cpuMs),
    'components per CPU second': Math.round(measured.perSecond),
    'peak RSS, MB': Math.round(measured.peakRssMb),
  };
}

const [flag, name = '', path = '', runs = '1'] = process.argv.slice(2);
if (flag === '--run') await runOne(name, path, Number(runs));
else
  await runAll(
    process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1_000, 10_000, 50_000, 300_000],
  );
