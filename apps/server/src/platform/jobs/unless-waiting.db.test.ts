import { afterAll, beforeAll, expect, test } from 'vitest';
import { createJobsTestBed, type JobsTestBed } from '../../../test/support/jobs-test-bed.ts';
import { inTransaction } from '../db/database.ts';
import { newRandomUuid } from '../ids.ts';
import type { Jobs } from './create-jobs.ts';
import type { JobCatalog } from './job-settings.ts';

type Payloads = { look: { readonly at: string; readonly why: string } };

const catalog: JobCatalog<Payloads> = {
  look: {
    runs: { oneAtATimePer: ({ at }) => at },
    priority: 'interactive',
    retries: { limit: 2, firstDelaySeconds: 1, maxDelaySeconds: 1 },
    timeoutSeconds: 60,
  },
};

let bed: JobsTestBed<Payloads>;
let node: Jobs<Payloads>;
beforeAll(async () => {
  bed = await createJobsTestBed(catalog);
  node = await bed.addNode();
});
afterAll(() => bed.close());

const look = (at: string, why = 'changed', token?: string) =>
  inTransaction(bed.db, (tx) =>
    node.enqueue(tx, 'look', { at, why }, { unlessWaiting: true, ...(token ? { token } : {}) }),
  );

test('a waiting job with the same key and payload serves later requests and their tokens', async () => {
  const first = await look('a');
  const token = newRandomUuid();
  expect(await look('a', 'changed', token)).toBe(first);
  expect(await node.isProcessing(bed.db, token)).toBe(true);
  expect(await look('a', 'asked')).not.toBe(first);
  expect(await look('b')).not.toBe(first);
});

test('isUnfinished compares key and payload', async () => {
  await look('c');
  expect(await node.isUnfinished(bed.db, 'look', { at: 'c', why: 'changed' })).toBe(true);
  expect(await node.isUnfinished(bed.db, 'look', { at: 'c', why: 'asked' })).toBe(false);
  expect(await node.isUnfinished(bed.db, 'look', { at: 'd', why: 'changed' })).toBe(false);
});

test('a running job serves no later requests, and a waiting one that does starts after their transaction', async () => {
  const seen: string[] = [];
  let finish: (() => void) | undefined;
  const worker = await bed.addNode();
  worker.startWorkers({
    look: async ({ payload, id }) => {
      seen.push(id);
      if (payload.why === 'slow') await new Promise<void>((resolve) => (finish = resolve));
    },
  });
  const ran = () => expect.poll(() => seen, { interval: 20 });
  const slow = await look('e', 'slow');
  await ran().toContain(slow);
  const next = await look('e', 'slow');
  expect(next).not.toBe(slow);
  const held = await look('f', 'held');
  await ran().toContain(held);
  const again = await inTransaction(bed.db, async (tx) => {
    const id = await node.enqueue(tx, 'look', { at: 'e', why: 'slow' }, { unlessWaiting: true });
    finish?.();
    const after = await look('f', 'after');
    await ran().toContain(after);
    expect(seen).not.toContain(id);
    return id;
  });
  expect(again).toBe(next);
  await ran().toContain(next);
  finish?.();
});
