import { afterEach, beforeEach, expect, test } from 'vitest';
import { createJobsTestBed, type JobsTestBed } from '../../../test/support/jobs-test-bed.ts';
import { inTransaction } from '../db/database.ts';
import type { Jobs } from './create-jobs.ts';
import { JobInterruptedError } from './job-errors.ts';
import type { RunningJob } from './job-handler.ts';
import type { JobCatalog } from './job-settings.ts';

type Payloads = { work: { n: number } };

const catalog: JobCatalog<Payloads> = {
  work: {
    runs: 'in-parallel',
    priority: 'interactive',
    retries: { limit: 0, firstDelaySeconds: 1, maxDelaySeconds: 1 },
    timeoutSeconds: 60,
  },
};

let bed: JobsTestBed<Payloads>;
let node: Jobs<Payloads>;

beforeEach(async () => {
  bed = await createJobsTestBed(catalog);
  node = await bed.addNode();
});
afterEach(() => bed.close());

const enqueue = (n: number) => inTransaction(bed.db, (tx) => node.enqueue(tx, 'work', { n }));

test('a node that stops finishes its running jobs and claims no more', async () => {
  const started = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const ran: number[] = [];
  node.startWorkers({
    work: async ({ payload }) => {
      started.resolve();
      await goOn.promise;
      ran.push(payload.n);
    },
  });
  await enqueue(1);
  await started.promise;
  const stopped = node.stopWorkers(10_000);
  await enqueue(2);
  goOn.resolve();
  await stopped;
  expect(ran).toEqual([1]);
  expect((await node.stats())[0]).toMatchObject({ waiting: 1, active: 0, failed: 0 });
});

test.each([
  ['stops on its signal', true],
  ['ignores its signal', false],
])(
  'a job that outlasts the grace time is released, and another node starts it at once (a handler that %s)',
  async (_, stops) => {
    const started = Promise.withResolvers<RunningJob<{ n: number }>>();
    node.startWorkers({
      work: (job) => {
        started.resolve(job);
        return new Promise((_, reject) => {
          if (stops) job.signal.addEventListener('abort', () => reject(job.signal.reason));
        });
      },
    });
    await enqueue(1);
    const { signal } = await started.promise;
    const other = await bed.addNode();
    const taken = Promise.withResolvers<number>();
    other.startWorkers({ work: async ({ attempt }) => taken.resolve(attempt) });
    await node.stopWorkers(50);
    expect(signal.reason).toBeInstanceOf(JobInterruptedError);
    // The kind allows no retries, but an interruption uses none up.
    expect(await taken.promise).toBe(1);
    await expect.poll(async () => (await other.stats())[0]).toMatchObject({ active: 0, failed: 0 });
  },
);
