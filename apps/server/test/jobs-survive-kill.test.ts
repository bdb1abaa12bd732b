import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, type TestContext, test } from 'vitest';
import { inTransaction } from '../src/platform/db/database.ts';
import { type CrashTestPayloads, crashTestCatalog } from './support/crash-test-catalog.ts';
import { createJobsTestBed, type JobsTestBed } from './support/jobs-test-bed.ts';

const WORKER = fileURLToPath(new URL('./support/crash-test-worker.ts', import.meta.url));
const EACH = 500;

const TAKEN_OVER = { interval: 250 };

const workers = new Set<ChildProcess>();
const beds: JobsTestBed<CrashTestPayloads>[] = [];

afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await Promise.all(beds.map((bed) => bed.close()));
});

function startWorker(bed: JobsTestBed<CrashTestPayloads>, node: string): ChildProcess {
  const worker = spawn(process.execPath, [WORKER, bed.url, node], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  workers.add(worker);
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  worker.kill('SIGKILL');
  await once(worker, 'exit');
}

async function enqueueThousandJobs(): Promise<JobsTestBed<CrashTestPayloads>> {
  const bed = await createJobsTestBed(crashTestCatalog);
  beds.push(bed);
  await sql`create table effect (kind text, n int, node text)`.execute(bed.db);
  const web = await bed.addNode();
  const payloads = Array.from({ length: EACH }, (_, n) => ({ n }));
  await inTransaction(bed.db, async (tx) => {
    await web.enqueueAll(tx, 'exact', payloads);
    await web.enqueueAll(tx, 'plain', payloads);
  });
  return bed;
}

interface Effects {
  readonly written: number;
  readonly unfinished: number;
}

async function look(bed: JobsTestBed<CrashTestPayloads>): Promise<Effects> {
  const { rows } = await sql<Effects>`
    select (select count(*) from effect) as written,
      (select count(*) from pgboss.job where state <> 'completed') as unfinished
  `.execute(bed.db);
  return rows[0] as Effects;
}

async function expectEveryJobRan(
  { expect }: TestContext,
  bed: JobsTestBed<CrashTestPayloads>,
): Promise<void> {
  const { rows } = await sql`
    select kind, count(*) as runs, count(distinct n) as jobs from effect group by kind order by kind
  `.execute(bed.db);
  expect(rows).toEqual([
    { kind: 'exact', runs: EACH, jobs: EACH },
    { kind: 'plain', runs: expect.toSatisfy((runs: number) => runs >= EACH), jobs: EACH },
  ]);
}

test.concurrent('after kill -9 in the middle of 1,000 jobs and a restart, every job has run', async (context) => {
  const { expect } = context;
  const bed = await enqueueThousandJobs();
  const killed = startWorker(bed, 'killed');
  await expect.poll(async () => (await look(bed)).written, { interval: 10 }).toBeGreaterThan(200);
  await kill(killed);
  expect((await look(bed)).unfinished).toBeGreaterThan(100);
  startWorker(bed, 'restarted');
  await expect.poll(async () => (await look(bed)).unfinished, TAKEN_OVER).toBe(0);
  await expectEveryJobRan(context, bed);
});

test.concurrent('a node finishes all jobs after another was killed with kill -9', async (context) => {
  const { expect } = context;
  const bed = await enqueueThousandJobs();
  const killed = startWorker(bed, 'killed');
  startWorker(bed, 'survivor');
  const both = async () => {
    const { rows } = await sql`select node from effect group by node having count(*) > 50`.execute(bed.db);
    return rows.length;
  };
  await expect.poll(both, { interval: 10 }).toBe(2);
  await kill(killed);
  expect((await look(bed)).unfinished).toBeGreaterThan(100);
  await expect.poll(async () => (await look(bed)).unfinished, TAKEN_OVER).toBe(0);
  await expectEveryJobRan(context, bed);
});
