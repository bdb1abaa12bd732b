import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createJobsTestBed, type JobsTestBed } from '../../../test/support/jobs-test-bed.ts';
import { inTransaction } from '../db/database.ts';
import { JobLostError, PermanentJobError } from './job-errors.ts';
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

/** A node whose heartbeat is so rare that a node with a short timeout considers it dead. */
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

test('a node that is wrongly considered dead cannot commit a job that another node has recovered', async () => {
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

test('a job that is about to commit its completion is not recovered', async () => {
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
  // Time for the other node to look for abandoned jobs several times.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await inTransaction(bed.db, (tx) => impatient.enqueue(tx, 'work', { n: 2 }));
  await expect.poll(() => ran).toEqual([2]);
  expect(impatient.health().up).toBe(true);
  goOn.resolve();
  await expect.poll(effects).toEqual(['slow']);
  expect(ran).toEqual([2]);
});

/** Makes the heartbeat of the first running job overdue, and waits until it was recovered. */
async function killNodes(times: number): Promise<void> {
  for (let deaths = 0; deaths < times; deaths++) {
    const { rows } = await sql<{ attempt: number }>`
      update pgboss.job set state = 'active', started_on = now(), start_after = now(),
        retry_count = retry_count + (started_on is not null)::int, heartbeat_on = now() - interval '1 minute'
      where id = (select id from pgboss.job where name = 'work' order by id limit 1)
      returning retry_count as attempt`.execute(bed.db);
    const dealtWith = async () => {
      const found = await sql`
        select from pgboss.job where name = 'work' and state = 'active' and retry_count = ${rows[0]?.attempt}
          and heartbeat_on < now() - interval '30 seconds'`.execute(bed.db);
      return found.rows.length;
    };
    await expect.poll(dealtWith, { interval: 20 }).toBe(0);
  }
}

test('a job that kills every node that runs it is quarantined with a reason, and releases its key', async () => {
  const node = await addImpatient();
  await inTransaction(bed.db, (tx) => node.enqueueAll(tx, 'work', [{ n: 7 }, { n: 7 }]));
  // No node claims these jobs: only the recovery is tested.
  await sql`update pgboss.job set blocked = true`.execute(bed.db);
  const ran: number[] = [];
  const failures: string[] = [];
  node.startWorkers({
    work: {
      run: async ({ payload }) => void ran.push(payload.n),
      onFailure: async (tx, { payload, reason }) => {
        await sql`insert into effect values (${payload.n}, 'failed')`.execute(tx);
        failures.push(reason);
      },
    },
  });
  await killNodes(4);
  expect(failures).toEqual([]);
  await killNodes(1);
  expect(await effects()).toEqual(['failed']);
  const reason = '5 nodes died while they processed it without any progress. It is not retried.';
  expect(failures).toEqual([reason]);
  expect(await node.listFailed(bed.db, 10)).toMatchObject([{ error: reason }]);
  await sql`update pgboss.job set blocked = false`.execute(bed.db);
  await expect.poll(() => ran).toEqual([7]);
});

test('deaths of nodes use up none of the retries of a job', async () => {
  const node = await addImpatient();
  await inTransaction(bed.db, (tx) => node.enqueue(tx, 'work', { n: 1 }));
  await sql`update pgboss.job set blocked = true`.execute(bed.db);
  const attempts: number[] = [];
  node.startWorkers({
    work: async ({ attempt }) => {
      attempts.push(attempt);
      throw new Error('broken');
    },
  });
  await killNodes(4);
  await sql`update pgboss.job set blocked = false, start_after = now()`.execute(bed.db);
  await expect
    .poll(async () => (await node.listFailed(bed.db, 10)).map(({ error }) => error))
    .toEqual(['broken']);
  // The first attempt and all allowed retries.
  expect(attempts).toHaveLength(3);
});

test('an attempt that loses its database is repeated and uses up no retry', async () => {
  const node = await addImpatient();
  let attempts = 0;
  const finished = Promise.withResolvers<void>();
  node.startWorkers({
    work: async () => {
      attempts++;
      if (attempts > 3) finished.resolve();
      else throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    },
  });
  await inTransaction(bed.db, (tx) => node.enqueue(tx, 'work', { n: 1 }));
  await finished.promise;
  const { rows } = await sql`select errors, database_failures from job_history`.execute(bed.db);
  expect(rows).toEqual([{ errors: 0, database_failures: 3 }]);
});

test('a job fails even if its failure cannot be recorded', async () => {
  const node = await addImpatient();
  node.startWorkers({
    work: {
      run: async () => {
        throw new PermanentJobError('pointless');
      },
      onFailure: async () => {
        throw new Error('there is a mistake in here');
      },
    },
  });
  await inTransaction(bed.db, (tx) => node.enqueue(tx, 'work', { n: 1 }));
  await expect
    .poll(async () => (await node.listFailed(bed.db, 10)).map(({ error }) => error))
    .toEqual(['pointless']);
});

test('a job that pg-boss itself failed is recorded as failed and releases its key', async () => {
  const node = await addImpatient();
  await inTransaction(bed.db, (tx) => node.enqueueAll(tx, 'work', [{ n: 3 }, { n: 3 }]));
  await sql`update pgboss.job set state = 'failed', started_on = now(), completed_on = now()
    where id = (select id from pgboss.job order by id limit 1)`.execute(bed.db);
  const ran: number[] = [];
  node.startWorkers({
    work: {
      run: async ({ payload }) => void ran.push(payload.n),
      onFailure: (tx, { payload }) =>
        sql`insert into effect values (${payload.n}, 'failed')`.execute(tx).then(() => {}),
    },
  });
  await expect.poll(effects).toEqual(['failed']);
  await expect.poll(() => ran).toEqual([3]);
});

test('workers continue after the database has closed all their connections', async () => {
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
