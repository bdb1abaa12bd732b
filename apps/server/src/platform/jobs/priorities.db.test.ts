import { afterEach, beforeEach, expect, test } from 'vitest';
import { createJobsTestBed, type JobsTestBed } from '../../../test/support/jobs-test-bed.ts';
import { inTransaction } from '../db/database.ts';
import type { Jobs } from './create-jobs.ts';
import type { JobCatalog } from './job-settings.ts';

type Payloads = { single: { name: string }; double: { name: string } };

const settings = {
  runs: 'in-parallel',
  priority: 'scheduled',
  retries: { limit: 0, firstDelaySeconds: 1, maxDelaySeconds: 1 },
  timeoutSeconds: 60,
} as const;
const catalog: JobCatalog<Payloads> = {
  single: { ...settings, concurrency: 1 },
  double: { ...settings, concurrency: 2 },
};

let bed: JobsTestBed<Payloads>;
let node: Jobs<Payloads>;

beforeEach(async () => {
  bed = await createJobsTestBed(catalog);
  node = await bed.addNode();
});
afterEach(() => bed.close());

test('interactive jobs run before scheduled ones that were enqueued earlier', async () => {
  const ran: string[] = [];
  await inTransaction(bed.db, async (tx) => {
    await node.enqueueAll(tx, 'single', [{ name: 'scheduled 1' }, { name: 'scheduled 2' }]);
    await node.enqueueAll(tx, 'single', [{ name: 'interactive' }], { priority: 'interactive' });
  });
  node.startWorkers({ single: async ({ payload }) => void ran.push(payload.name), double: async () => {} });
  await expect.poll(() => ran).toHaveLength(3);
  expect(ran[0]).toBe('interactive');
});

test('one place is reserved for interactive jobs', async () => {
  const started: string[] = [];
  const long = Promise.withResolvers<void>();
  node.startWorkers({
    single: async () => {},
    double: async ({ payload }) => {
      started.push(payload.name);
      if (payload.name.startsWith('long')) await long.promise;
    },
  });
  const enqueue = (name: string, priority: 'interactive' | 'scheduled') =>
    inTransaction(bed.db, (tx) => node.enqueue(tx, 'double', { name }, { priority }));
  await enqueue('long 1', 'scheduled');
  await expect.poll(() => started).toEqual(['long 1']);
  await enqueue('long 2', 'scheduled');
  await enqueue('interactive', 'interactive');
  await expect.poll(() => started).toEqual(['long 1', 'interactive']);
  long.resolve();
  await expect.poll(() => started).toEqual(['long 1', 'interactive', 'long 2']);
});
