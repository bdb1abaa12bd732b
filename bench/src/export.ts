/**
 * BOM export: time, time to first byte, memory, and the ratio to sending the same rows without converting them to
 * CycloneDX. Run with `node bench/src/export.ts [components…]`; results are in bench/README.md.
 */
import { join } from 'node:path';
import { median, rounded } from './figures.ts';
import { generateBomJson } from './generate-bom.ts';
import { givenSizes } from './given-sizes.ts';
import { openBench } from './open-bench.ts';
import { cpuSeconds, residentMegabytes, watchMemory } from './process-costs.ts';
import { type Reading, readAnswer } from './read-answer.ts';
import { startNode, stopNode } from './run-node.ts';
import type { BenchServer } from './start-server.ts';
import { untilProcessed } from './until-processed.ts';
import { uploadBom } from './upload-bom.ts';
import { writeInPieces } from './write-in-pieces.ts';

const RUNS = 5;
const sizes = givenSizes([5_000, 50_000]);

const bench = await openBench();
try {
  const results: Record<string, unknown> = {};
  for (const components of sizes) {
    const uploading = await bench.startServer();
    const project = await upload(uploading, components);
    await uploading.stop();
    // A fresh process, so that the memory of the upload does not count.
    const serving = await bench.startServer();
    const floor = await startNode('bench/src/export-floor.ts', [bench.postgres.url], /http:\S+/);
    results[`${components} components`] = await measure(project, serving, floor.output);
    await stopNode(floor.child);
    await serving.stop();
  }
  console.table(results);
} finally {
  await bench.close();
}

async function measure(project: string, { api, authorization, pid }: BenchServer, floor: string) {
  const ours = `${api}/api/v1/bom/cyclonedx/project/${project}?version=1.6`;
  const idle = residentMegabytes(pid);
  const watch = watchMemory(pid);
  await readAnswer(ours, authorization);
  await readAnswer(`${floor}/${project}`);
  const [json, rows, cpu]: [Reading[], Reading[], number[]] = [[], [], []];
  for (let run = 0; run < RUNS; run++) {
    rows.push(await readAnswer(`${floor}/${project}`));
    const before = cpuSeconds(pid);
    json.push(await readAnswer(ours, authorization));
    cpu.push(cpuSeconds(pid) - before);
  }
  const xml = await readAnswer(`${ours}&format=xml`, authorization);
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

/** Uploads a generated document and returns the UUID of its project after processing. */
async function upload(server: BenchServer, components: number): Promise<string> {
  const file = join(bench.directory, 'bom.json');
  await writeInPieces(file, generateBomJson({ components }));
  const { token, projectUuid } = await uploadBom(server, `bench ${components}`, file);
  await untilProcessed(server, token);
  return projectUuid;
}
