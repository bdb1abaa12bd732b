import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createJobsTestBed, type JobsTestBed } from '../../../test/support/jobs-test-bed.ts';
import { inTransaction } from '../db/database.ts';
import { newRandomUuid } from '../ids.ts';
import { jobCatalog } from './catalog.ts';
import type { Jobs } from './create-jobs.ts';
import { PermanentJobError } from './job-errors.ts';
import type { JobCatalog, NoPayload } from './job-settings.ts';
import { workTokenJobs } from './work-token-jobs.ts';

type Payloads = {
  parent: { outcome: 'follow' | 'fail' | 'progress' };
  child: { of: string };
  'work-token-cleanup': NoPayload;
};

const settings = {
  runs: 'in-parallel',
  priority: 'interactive',
  retries: { limit: 0, firstDelaySeconds: 1, maxDelaySeconds: 1 },
  timeoutSeconds: 60,
} as const;
const catalog: JobCatalog<Payloads> = {
  parent: settings,
  child: settings,
  'work-token-cleanup': jobCatalog['work-token-cleanup'],
};

let bed: JobsTestBed<Payloads>;
let node: Jobs<Payloads>;
let finishParent = Promise.withResolvers<void>();
let finishChild = Promise.withResolvers<void>();

beforeAll(async () => {
  bed = await createJobsTestBed(catalog);
  node = await bed.addNode();
  node.startWorkers({
    parent: async (job) => {
      if (job.payload.outcome === 'fail') throw new PermanentJobError('no');
      for (let done = 1; done <= 50; done++) job.progress(done, 100, 'counting');
      await finishParent.promise;
      await inTransaction(bed.db, async (tx) => {
        if (job.payload.outcome === 'follow')
          await node.enqueue(tx, 'child', { of: job.id }, { continues: job });
        await job.completeInTransaction(tx);
      });
    },
    child: () => finishChild.promise,
    ...workTokenJobs(bed),
  });
});
afterAll(() => bed.close());

const enqueueParent = (outcome: Payloads['parent']['outcome'], token: string) =>
  inTransaction(bed.db, (tx) => node.enqueue(tx, 'parent', { outcome }, { token }));

const processing = (token: string) => node.isProcessing(bed.db, token);

test('an unknown token is not processing', async () => {
  expect(await processing(newRandomUuid())).toBe(false);
  expect(await node.findProgress(bed.db, newRandomUuid())).toBeUndefined();
});

test('a token is processing until its job and all follow-up jobs have ended, without a gap', async () => {
  const token = newRandomUuid();
  await enqueueParent('follow', token);
  expect(await processing(token)).toBe(true);
  const seen: boolean[] = [];
  finishParent.resolve();
  while (!(await childStarted())) seen.push(await processing(token));
  seen.push(await processing(token));
  expect(new Set(seen)).toEqual(new Set([true]));
  finishChild.resolve();
  await expect.poll(() => processing(token)).toBe(false);
});

async function childStarted(): Promise<boolean> {
  const stats = await node.stats();
  return stats.some(({ queue, active }) => queue === 'child' && active > 0);
}

test('a token whose job failed is not processing', async () => {
  const token = newRandomUuid();
  await enqueueParent('fail', token);
  await expect.poll(() => processing(token)).toBe(false);
});

test('a token shows the progress of its running job', async () => {
  finishParent = Promise.withResolvers();
  const token = newRandomUuid();
  await enqueueParent('progress', token);
  await expect
    .poll(() => node.findProgress(bed.db, token))
    .toEqual({ done: 50, total: 100, phase: 'counting', updated: expect.any(Number) });
  expect(await processing(token)).toBe(true);
  finishParent.resolve();
});

test('old tokens are deleted, unless their work is unfinished', async () => {
  finishChild = Promise.withResolvers();
  const [old, unfinished, recent] = [newRandomUuid(), newRandomUuid(), newRandomUuid()];
  await inTransaction(bed.db, async (tx) => {
    await node.enqueue(tx, 'child', { of: '' }, { token: unfinished });
    await sql`insert into work_token (token, queue, job_id, created_at)
      values (${old}, 'child', ${newRandomUuid()}, now() - interval '8 days'),
        (${recent}, 'child', ${newRandomUuid()}, now())`.execute(tx);
    await sql`update work_token set created_at = now() - interval '8 days' where token = ${unfinished}`.execute(
      tx,
    );
    await sql`insert into work_progress (job_id, done, updated_at)
      values (${newRandomUuid()}, 1, now() - interval '8 days')`.execute(tx);
  });
  const cleanup = newRandomUuid();
  await inTransaction(bed.db, (tx) => node.enqueue(tx, 'work-token-cleanup', {}, { token: cleanup }));
  await expect.poll(() => processing(cleanup)).toBe(false);
  const { rows } = await sql<{ token: string }>`select token from work_token`.execute(bed.db);
  const tokens = rows.map((row) => row.token);
  expect(tokens).toEqual(expect.arrayContaining([unfinished, recent]));
  expect(tokens).not.toContain(old);
  const progress = await sql`select from work_progress where updated_at < now() - interval '7 days'`.execute(
    bed.db,
  );
  expect(progress.rows).toEqual([]);
  finishChild.resolve();
});
