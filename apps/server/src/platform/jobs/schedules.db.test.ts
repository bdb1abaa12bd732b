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

/** A clock that both nodes read, some milliseconds apart, and that only goes on when it is told to. */
function startNodes(now: () => Date) {
  return Promise.all([now, () => new Date(now().getTime() + 3)].map((clock) => bed.addNode({ now: clock })));
}

test('every tick enqueues one job, however many nodes there are', async () => {
  let time = Date.parse('2030-06-01T04:59:50.500Z');
  const nodes = await startNodes(() => new Date(time));
  for (const node of nodes) node.startWorkers(handlers, cronOf);
  // Timers follow the real clock: two real seconds pass, each a second of the schedule.
  const startedAt = Date.now();
  const ticking = setInterval(() => {
    time = Date.parse('2030-06-01T04:59:50.500Z') + (Date.now() - startedAt);
  }, 5);
  await expect.poll(async () => (await counts())['every-second'], { timeout: 10_000 }).toBe(2);
  clearInterval(ticking);
  for (const node of nodes) await node.stopWorkers(1_000);
  expect(await counts()).toEqual({ 'every-second': 2 });
});

test('a schedule is read from the configuration in UTC; "-" and nothing switch it off', async () => {
  let time = Date.parse('2030-06-01T04:59:59.900Z');
  const [node] = await startNodes(() => new Date(time));
  node?.startWorkers(handlers, cronOf);
  time = Date.parse('2030-06-01T05:00:00.000Z');
  await expect.poll(async () => (await counts()).configured, { timeout: 10_000 }).toBe(1);
  expect(Object.keys(await counts())).not.toContain('disabled');
  expect(Object.keys(await counts())).not.toContain('unset');
});
