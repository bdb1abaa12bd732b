import { afterAll, beforeAll, test } from 'vitest';
import { createJobsTestBed, type JobsTestBed } from '../../../test/support/jobs-test-bed.ts';
import { heartbeatOf } from '../../../test/support/timeout-factor.ts';
import { inTransaction } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { Jobs } from './create-jobs.ts';
import { PermanentJobError } from './job-errors.ts';
import type { RunningJob } from './job-handler.ts';
import type { JobCatalog } from './job-settings.ts';

type Payloads = { work: { what: string }; hasty: { what: string } };

const settings = {
  runs: 'in-parallel',
  priority: 'interactive',
  retries: { limit: 2, firstDelaySeconds: 1, maxDelaySeconds: 1 },
} as const;
const catalog: JobCatalog<Payloads> = {
  work: { ...settings, timeoutSeconds: 60 },
  hasty: { ...settings, retries: { ...settings.retries, limit: 0 }, timeoutSeconds: 1 },
};

let bed: JobsTestBed<Payloads>;
let node: Jobs<Payloads>;
const attempts = new Map<string, number>();
const finished: string[] = [];

async function handle({ payload, attempt }: RunningJob<{ what: string }>): Promise<void> {
  attempts.set(payload.what, attempt + 1);
  if (payload.what === 'succeeds at last' && attempt === 2) return;
  if (payload.what === 'binary') throw new PermanentJobError('half \ud83d of it\0');
  if (payload.what === 'permanent') throw new PermanentJobError('pointless');
  if (payload.what === 'refused') throw new AppError('not-found', 'The project is gone.');
  if (payload.what === 'not now') throw new AppError('unavailable', 'Come back later.');
  throw new Error(`${payload.what} failed`);
}

beforeAll(async () => {
  bed = await createJobsTestBed(catalog);
  node = await bed.addNode({
    heartbeatSeconds: heartbeatOf(2),
    onFinished: (name, outcome) => finished.push(`${name} ${outcome}`),
  });
  node.startWorkers({
    work: handle,
    hasty: ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  });
});
afterAll(() => bed.close());

const enqueue = (name: 'work' | 'hasty', what: string) =>
  inTransaction(bed.db, (tx) => node.enqueue(tx, name, { what }));

const failureOf = async (id: string) =>
  (await node.listFailed(bed.db, 100)).find((failed) => failed.id === id)?.error;

test.concurrent('a failed job is tried again until it succeeds', async ({ expect }) => {
  await enqueue('work', 'succeeds at last');
  await expect.poll(() => finished).toContain('work completed');
  expect(attempts.get('succeeds at last')).toBe(3);
  expect(finished).toContain('work failed');
});

test.concurrent('a job that fails too often stays as a failed job with its error', async ({ expect }) => {
  const id = await enqueue('work', 'hopeless');
  await expect.poll(() => failureOf(id)).toBe('hopeless failed');
  expect(attempts.get('hopeless')).toBe(3);
  expect(await node.listFailed(bed.db, 100)).toContainEqual(expect.objectContaining({ id, attempts: 3 }));
  expect((await node.stats()).find(({ queue }) => queue === 'work')?.failed).toBeGreaterThan(0);
});

test.concurrent('a job whose error is permanent fails at once', async ({ expect }) => {
  const permanent = await enqueue('work', 'permanent');
  const refused = await enqueue('work', 'refused');
  await expect.poll(() => failureOf(permanent)).toBe('pointless');
  await expect.poll(() => failureOf(refused)).toBe('The project is gone.');
  expect([attempts.get('permanent'), attempts.get('refused')]).toEqual([1, 1]);
});

test.concurrent('a refusal that passes is worth another try', async ({ expect }) => {
  const id = await enqueue('work', 'not now');
  await expect.poll(() => failureOf(id)).toBe('Come back later.');
  expect(attempts.get('not now')).toBe(3);
});

test.concurrent('an attempt that takes too long is aborted and counts as failed', async ({ expect }) => {
  const id = await enqueue('hasty', 'endless');
  await expect.poll(() => failureOf(id)).toBe('The job took longer than 1 s.');
});

test.concurrent('an error is recorded even if its message holds what PostgreSQL does not keep', async ({
  expect,
}) => {
  const id = await enqueue('work', 'binary');
  await expect.poll(() => failureOf(id)).toBe('half \ufffd of it');
});
