/**
 * Mirroring OSV: the first run over an archive, the same records in another archive, and 100 modified records. Run with `node bench/src/mirror.ts [records]`; results are in bench/README.md.
 */
import { createReadStream, statSync } from 'node:fs';
import { appendFile, open } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { rounded } from './figures.ts';
import { type ListedRecord, osvRecord, writeOsvArchive } from './generate-osv.ts';
import { measureCosts } from './measure-costs.ts';
import { openBench } from './open-bench.ts';
import { residentMegabytes } from './process-costs.ts';
import type { BenchServer } from './start-server.ts';

const records = Number(process.argv[2] ?? 300_000);
const MODIFIED = 100;

const bench = await openBench();
const { database, directory } = bench;
const archive = join(directory, 'all.zip');
let listed = await writeOsvArchive(archive, { records });
const bucket = await startBucket();
try {
  const settings = {
    'svc.vuln-data-source.osv.enabled': 'true',
    'svc.vuln-data-source.osv.url': bucket.url,
    'svc.vuln-data-source.osv.ecosystems': 'npm',
  };
  const server = await bench.startServer({ settings, isWatched: true });
  await setTimeout(2_000);
  console.log(
    JSON.stringify({ records, 'archive, MB': megabytes(archive), 'idle, MB': residentMegabytes(server.pid) }),
  );
  const first = await measure(server);
  await touchArchive();
  const unchanged = await measure(server);
  listed = listed.map((one, n) => (n < records - MODIFIED ? one : { ...one, modified: modifiedOf(n) }));
  const modified = await measure(server);
  console.table({ first, 'unchanged, other archive': unchanged, [`${MODIFIED} modified`]: modified });
} finally {
  await bench.close();
  bucket.server.close();
}

async function measure(server: BenchServer) {
  const { answer, ...costs } = await measureCosts(bench, server, () => mirror(server));
  return {
    ...answer,
    seconds: rounded(costs.seconds),
    'records per second': Math.round(records / costs.seconds),
    'server CPU, s': rounded(costs.serverCpu),
    'PostgreSQL CPU, s': rounded(costs.postgresCpu),
    'peak memory, MB': costs.peakMegabytes,
    'longest stall, ms': costs.longestStall,
  };
}

async function mirror({ api, authorization }: BenchServer) {
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

/** Different bytes with the same records, so that only the comparison of records finds that nothing changed. */
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

function megabytes(path: string): number {
  return Math.round(statSync(path).size / 1e6);
}
