import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createJobsTestBed, type JobsTestBed } from '../../../test/support/jobs-test-bed.ts';
import { heartbeatOf } from '../../../test/support/timeout-factor.ts';
import { inTransaction } from '../db/database.ts';
import type { Jobs } from './create-jobs.ts';
import type { JobCatalog } from './job-settings.ts';
import { notifyWorkers } from './jobs-channel-store.ts';
import { updateQueue } from './queue-store.ts';

type Payloads = { work: { fails: boolean }; other: { fails: boolean } };

const settings = {
  runs: 'in-parallel',
  priority: 'interactive',
  retries: { limit: 1, firstDelaySeconds: 0, maxDelaySeconds: 0 },
  timeoutSeconds: 60,
} as const;
const catalog: JobCatalog<Payloads> = { work: settings, other: settings };

let bed: JobsTestBed<Payloads>;
let node: Jobs<Payloads>;
let running = 0;
let most = 0;
let open: PromiseWithResolvers<void>;

const handle = async ({ payload }: { payload: { fails: boolean } }) => {
  if (payload.fails) throw new Error('It failed.');
  running++;
  most = Math.max(most, running);
  await open.promise;
  running--;
};
const addWorker = async (): Promise<Jobs<Payloads>> => {
  const worker = await bed.addNode({ heartbeatSeconds: heartbeatOf(2) });
  worker.startWorkers({ work: handle, other: handle });
  return worker;
};

beforeAll(async () => {
  bed = await createJobsTestBed(catalog);
  open = Promise.withResolvers();
  open.resolve();
  await addWorker();
  node = await addWorker();
});
afterAll(() => bed.close());

const enqueue = (name: 'work' | 'other', fails = false) =>
  inTransaction(bed.db, (tx) => node.enqueue(tx, name, { fails }));
const change = (name: string, isPaused?: boolean, capacity?: number) =>
  inTransaction(bed.db, async (tx) => {
    await updateQueue(tx, name, { isPaused, capacity, by: 'admin' });
    await notifyWorkers(tx, [name]);
  });
const stateOf = async (id: string) => {
  const { rows } = await sql<{ state: string }>`select state from pgboss.job where id = ${id}`.execute(
    bed.db,
  );
  return rows[0]?.state;
};

test('no node starts a job of a paused queue, also not one that starts later', async () => {
  await change('work', true);
  const paused = await enqueue('work');
  const late = await addWorker();
  const other = await enqueue('other');
  await expect.poll(() => stateOf(other)).toBe('completed');
  expect(await stateOf(paused)).toBe('created');
  await late.stop();
  await change('work', undefined, 2);
  expect(await stateOf(paused)).toBe('created');
  await change('work', false);
  await expect.poll(() => stateOf(paused)).toBe('completed');
});

test('a changed capacity applies on running nodes', async () => {
  const only = await bed.db.selectFrom('job_queue').select(['is_paused', 'capacity', 'updated_by']).execute();
  expect(only).toEqual([{ is_paused: false, capacity: 2, updated_by: 'admin' }]);
  await change('work', undefined, 1);
  // Nodes read it with their heartbeat, twice or more in that time.
  await new Promise((resolve) => setTimeout(resolve, 500 * heartbeatOf(2)));
  open = Promise.withResolvers();
  most = 0;
  const ids = await Promise.all(Array.from({ length: 5 }, () => enqueue('work')));
  await expect.poll(() => running).toBe(2);
  open.resolve();
  for (const id of ids) await expect.poll(() => stateOf(id)).toBe('completed');
  expect(most).toBe(2);
});

test('attempts that did not complete a job are recorded, others are not', async () => {
  const failing = await enqueue('other', true);
  await expect.poll(() => stateOf(failing)).toBe('failed');
  const attempts = await bed.db.selectFrom('job_attempt').selectAll().orderBy('attempt').execute();
  expect(attempts).toMatchObject([
    { job_id: failing, attempt: 0, is_error: true, reason: 'It failed.', retry_delay_seconds: 0 },
    { job_id: failing, attempt: 1, is_error: true, reason: 'It failed.', retry_delay_seconds: null },
  ]);
  for (const { started_at, ended_at } of attempts) expect(ended_at >= started_at).toBe(true);
});
