import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createJobsTestBed, type JobsTestBed } from '../../../test/support/jobs-test-bed.ts';
import type { JobCatalog, NoPayload } from './job-settings.ts';

type Payloads = { 'every-second': NoPayload; configured: NoPayload; disabled: NoPayload; unset: NoPayload };

const settings = {
  runs: 'in-parallel',
  priority: 'scheduled',
  retries: { limit: 0, firstDelaySeconds: 1, maxDelaySeconds: 1 },
  timeoutSeconds: 60,
} as const;
const catalog: JobCatalog<Payloads> = {
  'every-second': { ...settings, schedule: { cron: '* * * * * *' } },
  configured: { ...settings, schedule: { property: 'svc.task.configured.cron' } },
  disabled: { ...settings, schedule: { property: 'svc.task.disabled.cron' } },
  unset: { ...settings, schedule: { property: 'svc.task.unset.cron' } },
};
const configuration = new Map([
  ['svc.task.configured.cron', '0 5 * * *'],
  ['svc.task.disabled.cron', '-'],
]);
const cronOf = (property: string) => configuration.get(property);

let bed: JobsTestBed<Payloads>;

beforeEach(async () => {
  bed = await createJobsTestBed(catalog);
});
afterEach(() => bed.close());

async function counts(): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select name, count(*) from pgboss.job group by name`.execute(bed.db);
  return Object.fromEntries(rows.map((row) => [row.name, row.count]));
}

const nothing = async () => {};
const handlers = { 'every-second': nothing, configured: nothing, disabled: nothing, unset: nothing };

/** Both nodes read the same clock, one of them with a delay. The test advances it. */
function startNodes(now: () => Date) {
  return Promise.all([now, () => new Date(now().getTime() - 3)].map((clock) => bed.addNode({ now: clock })));
}

test('every tick enqueues one job, on any number of nodes', async () => {
  let time = Date.parse('2030-06-01T04:59:50.800Z');
  const nodes = await startNodes(() => new Date(time));
  for (const node of nodes) node.startWorkers(handlers, cronOf);
  for (const second of ['51', '52', '53']) {
    time = Date.parse(`2030-06-01T04:59:${second}.100Z`);
    await expect.poll(enqueuedTicks).toBe(Number(second) - 50);
  }
  // Wait until the delayed node has seen the last tick too.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await enqueuedTicks()).toBe(3);
});

const enqueuedTicks = async () => (await counts())['every-second'] ?? 0;

test('a schedule is read from the configuration in UTC; "-" and an empty value disable it', async () => {
  let time = Date.parse('2030-06-01T04:59:59.900Z');
  const [node] = await startNodes(() => new Date(time));
  node?.startWorkers(handlers, cronOf);
  time = Date.parse('2030-06-01T05:00:00.000Z');
  await expect.poll(async () => (await counts()).configured).toBe(1);
  expect(Object.keys(await counts())).not.toContain('disabled');
  expect(Object.keys(await counts())).not.toContain('unset');
});
