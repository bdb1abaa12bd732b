import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../../test/support/silent-log.ts';
import { testConnection } from '../../../test/support/test-connection.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { clientConfig } from '../db/connect.ts';
import { type JobPayloads, jobCatalog } from './catalog.ts';
import { createJobs } from './create-jobs.ts';
import type { AnyJobCatalog, JobCatalog } from './job-settings.ts';
import { migrateJobs } from './migrate-jobs.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
  await sql`drop schema if exists pgboss cascade`.execute(database.db);
});
afterEach(() => database.drop());

const migrate = (catalog?: AnyJobCatalog) =>
  migrateJobs(clientConfig(testConnection(database.url)), silentLog, catalog);

async function tryToStart(catalog: JobCatalog<JobPayloads> = jobCatalog): Promise<void> {
  const jobs = createJobs({ catalog, connection: testConnection(database.url), log: silentLog });
  try {
    await jobs.start();
  } finally {
    await jobs.stop();
  }
}

test('several nodes may create the job tables at once', async () => {
  await Promise.all([migrate(), migrate(), migrate()]);
  await tryToStart();
});

test('migrating again changes the settings of a queue', async () => {
  const [name, settings] = Object.entries<AnyJobCatalog[string]>(jobCatalog)[0] ?? [];
  if (!name || !settings) throw new Error('There is no job');
  await migrate();
  await migrate({ [name]: { ...settings, retries: { ...settings.retries, limit: 42 } } });
  const { rows } = await sql`select retry_limit from pgboss.queue where name = ${name}`.execute(database.db);
  expect(rows).toEqual([{ retry_limit: 42 }]);
  await expect(migrate({ [name]: { ...settings, runs: 'in-parallel' } })).rejects.toThrow(
    'Give it a new name',
  );
});

test('starting without job tables fails and says what to do', async () => {
  await expect(tryToStart()).rejects.toThrow(/job tables are missing.*svc\.init\.tasks\.enabled=true/);
});

test('starting with job tables of another release fails and says what to do', async () => {
  await migrate();
  await sql`update pgboss.version set version = version - 1`.execute(database.db);
  await expect(tryToStart()).rejects.toThrow(/cannot be used.*svc\.init\.tasks\.enabled=true/);
});

test('starting with a missing queue fails and says what to do', async () => {
  await migrate();
  const unknown = { ...jobCatalog, unknown: jobCatalog['work-token-cleanup'] };
  await expect(tryToStart(unknown)).rejects.toThrow(/no queues for the jobs unknown/);
});
