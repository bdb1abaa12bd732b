import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createJobsTestBed, type JobsTestBed } from '../../../test/support/jobs-test-bed.ts';
import { inTransaction } from '../db/database.ts';
import type { Jobs } from './create-jobs.ts';
import type { JobCatalog } from './job-settings.ts';

type Payloads = { read: { project: string }; follow: { project: string } };

const settings = {
  runs: { oneAtATimePer: ({ project }: { project: string }) => project },
  takesTurns: true,
  priority: 'interactive',
  retries: { limit: 0, firstDelaySeconds: 1, maxDelaySeconds: 1 },
  timeoutSeconds: 60,
} as const;
const catalog: JobCatalog<Payloads> = { read: settings, follow: settings };

const LARGE = 10_000_000;

let bed: JobsTestBed<Payloads>;
let node: Jobs<Payloads>;

beforeEach(async () => {
  bed = await createJobsTestBed(catalog);
  node = await bed.addNode({ concurrency: 1 });
});
afterEach(() => bed.close());

const enqueue = (principal: string, project: string, bytes = 100) =>
  inTransaction(bed.db, (tx) => node.enqueue(tx, 'read', { project }, { turn: { principal, bytes } }));

async function runAll(count: number): Promise<string[]> {
  const ran: string[] = [];
  node.startWorkers({ read: async ({ payload }) => void ran.push(payload.project), follow: async () => {} });
  await expect.poll(() => ran).toHaveLength(count);
  return ran;
}

test('a job of a principal with nothing waiting does not wait behind 97 jobs of another', async () => {
  for (let n = 0; n < 97; n++) await enqueue('bulk', `bulk ${n}`);
  await enqueue('other', 'small');
  expect((await runAll(98)).indexOf('small')).toBeLessThanOrEqual(1);
});

test('two principals with much waiting take turns, and the jobs of each keep their order', async () => {
  for (let n = 0; n < 10; n++) await enqueue('a', `a${n}`);
  for (let n = 0; n < 10; n++) await enqueue('b', `b${n}`);
  const ran = await runAll(20);
  const ofB = ran.filter((project) => project.startsWith('b'));
  expect(ofB).toEqual(Array.from({ length: 10 }, (_, n) => `b${n}`));
  expect(ran.slice(0, 10).filter((project) => project.startsWith('b')).length).toBeGreaterThanOrEqual(4);
});

test('many jobs of one project do not delay other projects', async () => {
  for (let n = 0; n < 20; n++) await enqueue('a', 'busy');
  await enqueue('a', 'other');
  expect((await runAll(21)).indexOf('other')).toBeLessThanOrEqual(2);
});

test('one place is reserved for small jobs', async () => {
  const two = await bed.addNode({ concurrency: 2 });
  const started: string[] = [];
  const goOn = Promise.withResolvers<void>();
  two.startWorkers({
    read: async ({ payload }) => {
      started.push(payload.project);
      if (payload.project.startsWith('large')) await goOn.promise;
    },
    follow: async () => {},
  });
  await enqueue('bulk', 'large 1', LARGE);
  await enqueue('bulk', 'large 2', LARGE);
  await expect.poll(() => started).toHaveLength(1);
  await enqueue('bulk', 'small');
  await expect.poll(() => started).toContain('small');
  expect(started).toHaveLength(2);
  goOn.resolve();
  await expect.poll(() => started).toHaveLength(3);
});

test('a job that continues another one shares its lane', async () => {
  const first = await enqueue('bulk', 'a', LARGE);
  const second = await inTransaction(bed.db, (tx) =>
    node.enqueue(tx, 'follow', { project: 'a' }, { continues: { name: 'read', id: first } }),
  );
  const { rows } = await sql`select group_id from pgboss.job where id = ${second}`.execute(bed.db);
  expect(rows).toEqual([{ group_id: 'large bulk' }]);
});

test('jobs of an earlier release come first', async () => {
  for (let n = 0; n < 3; n++) await enqueue('a', `a${n}`);
  const old = await enqueue('a', 'old');
  await sql`update pgboss.job set group_id = null, priority = 100 where id = ${old}`.execute(bed.db);
  await bed.addNode();
  expect((await runAll(4))[0]).toBe('old');
});
