import { afterAll, beforeAll, expect, test } from 'vitest';
import { createJobsTestBed, type JobsTestBed } from '../../../test/support/jobs-test-bed.ts';
import { heartbeatOf } from '../../../test/support/timeout-factor.ts';
import { inTransaction } from '../db/database.ts';
import { newRandomUuid } from '../ids.ts';
import type { Jobs } from './create-jobs.ts';
import type { JobCatalog, NoPayload } from './job-settings.ts';

type Payloads = { note: { text: string }; alone: NoPayload };

const settings = {
  priority: 'interactive',
  retries: { limit: 2, firstDelaySeconds: 1, maxDelaySeconds: 1 },
  timeoutSeconds: 60,
} as const;
const catalog: JobCatalog<Payloads> = {
  note: { ...settings, runs: 'in-parallel' },
  alone: { ...settings, runs: 'alone' },
};

let bed: JobsTestBed<Payloads>;
let web: Jobs<Payloads>;
let worker: Jobs<Payloads>;
const notes: string[] = [];
let finishAlone: (() => void) | undefined;

beforeAll(async () => {
  bed = await createJobsTestBed(catalog);
  web = await bed.addNode();
  worker = await bed.addNode({ heartbeatSeconds: heartbeatOf(2) });
  worker.startWorkers({
    note: async ({ payload }) => {
      notes.push(payload.text);
    },
    alone: () =>
      new Promise((resolve) => {
        finishAlone = resolve;
      }),
  });
});
afterAll(() => bed.close());

const noted = () => expect.poll(() => notes, { interval: 20 });

test('a job that a node without workers enqueues is run by a node with workers', async () => {
  await inTransaction(bed.db, (tx) => web.enqueue(tx, 'note', { text: 'from the web node' }));
  await noted().toContain('from the web node');
});

test('a job exists only when its transaction commits', async () => {
  const token = newRandomUuid();
  const rolledBack = inTransaction(bed.db, async (tx) => {
    await web.enqueue(tx, 'note', { text: 'rolled back' }, { token });
    expect(await web.isProcessing(tx, token)).toBe(true);
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect(await web.isProcessing(bed.db, token)).toBe(false);
  await inTransaction(bed.db, (tx) => web.enqueue(tx, 'note', { text: 'committed' }));
  await noted().toContain('committed');
  expect(notes).not.toContain('rolled back');
});

test('many jobs are enqueued in one statement, each with an id of its own', async () => {
  const texts = Array.from({ length: 200 }, (_, n) => `one of many ${n}`);
  const ids = await inTransaction(bed.db, (tx) =>
    web.enqueueAll(
      tx,
      'note',
      texts.map((text) => ({ text })),
    ),
  );
  expect(new Set(ids).size).toBe(200);
  await noted().toEqual(expect.arrayContaining(texts));
  expect(await inTransaction(bed.db, (tx) => web.enqueueAll(tx, 'note', []))).toEqual([]);
});

test('a job with a start time waits until then', async () => {
  const startAfter = new Date(Date.now() + 500);
  await inTransaction(bed.db, (tx) => web.enqueue(tx, 'note', { text: 'later' }, { startAfter }));
  await inTransaction(bed.db, (tx) => web.enqueue(tx, 'note', { text: 'sooner' }));
  await noted().toContain('later');
  expect(notes.indexOf('sooner')).toBeLessThan(notes.indexOf('later'));
});

test('a kind that runs alone enqueues no second job while one waits or runs', async () => {
  const enqueue = (token: string) => inTransaction(bed.db, (tx) => web.enqueue(tx, 'alone', {}, { token }));
  const [first, second] = [newRandomUuid(), newRandomUuid()];
  const id = await enqueue(first);
  expect(await enqueue(second)).toBe(id);
  await finishTheOneThatRuns();
  await expect.poll(() => web.isProcessing(bed.db, second)).toBe(false);
  expect(await enqueue(second)).not.toBe(id);
  expect(await web.isProcessing(bed.db, second)).toBe(true);
  await finishTheOneThatRuns();
});

async function finishTheOneThatRuns(): Promise<void> {
  await expect.poll(() => finishAlone, { interval: 20 }).toBeTypeOf('function');
  finishAlone?.();
  finishAlone = undefined;
}

test('the statistics count waiting, running and failed jobs of every queue', async () => {
  const startAfter = new Date(Date.now() + 3_600_000);
  await inTransaction(bed.db, (tx) => web.enqueue(tx, 'note', { text: 'in an hour' }, { startAfter }));
  const stats = await web.stats();
  expect(stats.map(({ queue }) => queue)).toEqual(['alone', 'note']);
  expect(stats[1]).toMatchObject({ waiting: 1, failed: 0, oldestWaitingSeconds: 0 });
  expect(web.health()).toEqual({ up: true, data: { working: false } });
  expect(worker.health()).toEqual({ up: true, data: { working: true } });
});
