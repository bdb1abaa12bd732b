import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { silentLog } from '../../../test/support/silent-log.ts';
import { createEmptyDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { checkMetrics } from './check/check-metrics.ts';
import { updateMetrics } from './update/update-metrics.ts';

const MIGRATIONS = new URL('../../../migrations/', import.meta.url);
const FACTS = '0061';
const AT = new Date('2026-11-16T12:00:00Z');

/** The schema as it was before facts of vulnerabilities were stored. */
async function migrateUntilFacts(db: Db): Promise<void> {
  await sql`create table schema_migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(
    db,
  );
  for (const name of (await readdir(MIGRATIONS)).filter((each) => each < FACTS).sort()) {
    const text = await readFile(new URL(name, MIGRATIONS), 'utf8');
    await sql.raw(text).execute(db);
    const checksum = createHash('sha256').update(text).digest('hex');
    await sql`insert into schema_migration (name, checksum) values (${name}, ${checksum})`.execute(db);
  }
}

/** V-1 (NVD) and G-1 (GITHUB) are aliases, and V-1 is exploited. V-2 has no alias. All are found in one component. */
async function seed(db: Db): Promise<void> {
  await sql`insert into vulnerability (uuid, source, vuln_id, severity, content_hash, matching_generation) values
    (gen_random_uuid(), 'NVD', 'V-1', 'MEDIUM', 0, 0), (gen_random_uuid(), 'GITHUB', 'G-1', 'CRITICAL', 0, 0),
    (gen_random_uuid(), 'NVD', 'V-2', 'HIGH', 0, 0)`.execute(db);
  await sql`insert into vulnerability_alias (source, vuln_id, group_id)
    values ('NVD', 'V-1', 7), ('GITHUB', 'G-1', 7)`.execute(db);
  await sql`with asserter as (
      insert into vulnerability_asserter (name, display_name, source) values ('a', 'A', 'NVD') returning id)
    insert into kev_assertion (asserter_id, source, vuln_id, created_at, updated_at)
    select id, 'NVD', 'V-1', now(), now() from asserter`.execute(db);
  await sql`with made as (insert into project (uuid, name) values (gen_random_uuid(), 'shop') returning id),
    added as (
      insert into component (uuid, project_id, name, classifier, identity_hash, content_hash)
      select gen_random_uuid(), made.id, 'c', 'LIBRARY', 0, 0 from made returning id, project_id)
    insert into finding (component_id, vulnerability_id, project_id, first_seen)
    select added.id, vulnerability.id, added.project_id, now() from added, vulnerability`.execute(db);
}

const numbers = async (db: Db) =>
  (await sql`select critical, high, medium, low, kev from project_metrics`.execute(db)).rows;

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createEmptyDatabase();
  db = database.db;
});
afterAll(() => database.drop());

it('counts the vulnerabilities of an earlier release after an upgrade, and follows changes made before it', async () => {
  await migrateUntilFacts(db);
  await seed(db);
  expect(await migrate({ connectionString: database.url }, silentLog)).toContain(
    '0061_vulnerability_facts.sql',
  );
  await updateMetrics({ db, now: () => AT });
  expect(await numbers(db)).toEqual([{ critical: 1, high: 1, medium: 0, low: 0, kev: 1 }]);

  const log = { error: vi.fn() };
  const config = { 'svc.metrics.retention-days': 3 } as Context['config'];
  await checkMetrics({ db, now: () => AT, config, log: log as unknown as Context['log'] });
  expect(log.error).not.toHaveBeenCalled();

  await sql`update vulnerability set severity = 'LOW' where vuln_id = 'V-2'`.execute(db);
  await sql`delete from vulnerability_alias where vuln_id = 'G-1'`.execute(db);
  await updateMetrics({ db, now: () => AT });
  expect(await numbers(db)).toEqual([{ critical: 1, high: 0, medium: 1, low: 1, kev: 1 }]);
});
