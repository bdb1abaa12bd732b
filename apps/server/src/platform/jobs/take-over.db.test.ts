import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createJobsTestBed, type JobsTestBed } from '../../../test/support/jobs-test-bed.ts';
import { inTransaction } from '../db/database.ts';
import { JobLostError } from './job-errors.ts';
import type { RunningJob } from './job-handler.ts';
import type { JobCatalog } from './job-settings.ts';

type Payloads = { work: { n: number } };

const catalog: JobCatalog<Payloads> = {
  work: {
    runs: { oneAtATimePer: ({ n }) => String(n) },
    priority: 'interactive',
    retries: { limit: 2, firstDelaySeconds: 1, maxDelaySeconds: 1 },
    timeoutSeconds: 60,
  },
};

let bed: JobsTestBed<Payloads>;

beforeEach(async () => {
  bed = await createJobsTestBed(catalog);
  await sql`create table effect (n int, node text)`.execute(bed.db);
});
afterEach(() => bed.close());

/** A node that says so rarely that it is alive that an impatient one takes it for dead. */
const addPatient = () => bed.addNode({ heartbeatSeconds: 60, concurrency: 1 });
const addImpatient = () => bed.addNode({ heartbeatSeconds: 1 });

const writeEffect = (job: RunningJob<{ n: number }>, node: string) =>
  inTransaction(bed.db, async (tx) => {
    await sql`insert into effect values (${job.payload.n}, ${node})`.execute(tx);
    await job.completeInTransaction(tx);
  });

async function effects(): Promise<string[]> {
  const { rows } = await sql<{ node: string }>`select node from effect`.execute(bed.db);
  return rows.map((row) => row.node);
}

test('a node that was thought dead cannot commit what another node has taken over', async () => {
  const silent = await addPatient();
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<unknown>();
  silent.startWorkers({
    work: async (job) => {
      started.resolve();
      await new Promise((resolve) => job.signal.addEventListener('abort', resolve));
      await writeEffect(job, 'silent').catch(ended.resolve);
    },
  });
  await inTransaction(bed.db, (tx) => silent.enqueue(tx, 'work', { n: 1 }));
  await started.promise;

  const successor = await addImpatient();
  const goOn = Promise.withResolvers<void>();
  const takenOver = Promise.withResolvers<number>();
  successor.startWorkers({
    work: async (job) => {
      takenOver.resolve(job.attempt);
      await goOn.promise;
      await writeEffect(job, 'successor');
    },
  });
  expect(await takenOver.promise).toBe(1);
  expect(await ended.promise).toBeInstanceOf(JobLostError);
  expect(await effects()).toEqual([]);
  goOn.resolve();
  await expect.poll(effects).toEqual(['successor']);
});

test('a job that is about to commit its completion is not taken over', async () => {
  const slow = await addPatient();
  const locked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  slow.startWorkers({
    work: (job) =>
      inTransaction(bed.db, async (tx) => {
        await sql`insert into effect values (1, 'slow')`.execute(tx);
        await job.completeInTransaction(tx);
        locked.resolve();
        await goOn.promise;
      }),
  });
  await inTransaction(bed.db, (tx) => slow.enqueue(tx, 'work', { n: 1 }));
  await locked.promise;
  const impatient = await addImpatient();
  const ran: number[] = [];
  impatient.startWorkers({ work: async ({ payload }) => void ran.push(payload.n) });
  // Time for the impatient node to look for the jobs of dead nodes, several times.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await inTransaction(bed.db, (tx) => impatient.enqueue(tx, 'work', { n: 2 }));
  await expect.poll(() => ran).toEqual([2]);
  expect(impatient.health().up).toBe(true);
  goOn.resolve();
  await expect.poll(effects).toEqual(['slow']);
  expect(ran).toEqual([2]);
});

test('a job that costs every node its life is given up and frees its key', async () => {
  const node = await addImpatient();
  await inTransaction(bed.db, async (tx) => {
    await node.enqueueAll(tx, 'work', [{ n: 7 }, { n: 7 }]);
    await sql`update pgboss.job set state = 'active', started_on = now(), retry_count = retry_limit,
      heartbeat_on = now() - interval '1 minute'
      where id = (select id from pgboss.job where name = 'work' order by id limit 1)`.execute(tx);
  });
  const ran: number[] = [];
  node.startWorkers({ work: async ({ payload }) => void ran.push(payload.n) });
  await expect.poll(() => ran).toEqual([7]);
  expect(await node.listFailed(bed.db, 10)).toMatchObject([
    { attempts: 3, error: 'The node that ran this job gave no sign of life.' },
  ]);
});

test('workers go on by themselves after the database has closed all their connections', async () => {
  const node = await bed.addNode({ heartbeatSeconds: 3 });
  const ran: number[] = [];
  const goOn = Promise.withResolvers<void>();
  node.startWorkers({
    work: async ({ payload }) => {
      if (payload.n === 1) await goOn.promise;
      ran.push(payload.n);
    },
  });
  await inTransaction(bed.db, (tx) => node.enqueue(tx, 'work', { n: 1 }));
  await expect.poll(async () => (await node.stats())[0]?.active).toBe(1);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'tallyman-test-jobs'`.execute(bed.db);
  goOn.resolve();
  await inTransaction(bed.db, (tx) => node.enqueue(tx, 'work', { n: 2 }));
  await expect.poll(() => [...ran].sort()).toEqual([1, 2]);
  await expect.poll(async () => (await node.stats())[0]).toMatchObject({ active: 0, waiting: 0 });
});
