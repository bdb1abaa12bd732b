import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { silentLog } from '../../../test/support/silent-log.ts';
import { createEmptyDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { checkMetrics } from './check/check-metrics.ts';
import { listDaysOfAccessible } from './series/portfolio-store.ts';
import { updateMetrics } from './update/update-metrics.ts';

const MIGRATIONS = new URL('../../../migrations/', import.meta.url);
const FACTS = '0061';
const SOMEONE: Principal = { kind: 'user', id: 1, name: 'someone', permissions: new Set(), teamIds: [] };
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

/** A project had one component on the first day, and three since the third one, when it became vulnerable. */
async function seedHistory(db: Db): Promise<void> {
  const rest =
    'critical, medium, low, unassigned, kev, suppressed, findings_audited, violations_fail, '.concat(
      'violations_warn, violations_info, security_violations, security_audited, license_violations, ',
      'license_audited, operational_violations, operational_audited',
    );
  const zeros = rest.replaceAll(/\w+/g, '0');
  await sql`select create_metrics_partitions('2026-11-01', '2026-11-03')`.execute(db);
  for (const table of ['project_metrics', 'project_metrics_day']) {
    await sql`
      insert into ${sql.table(table)} (project_id, day, measured_at, is_counted, components, vulnerable_components, high,
        risk_score, ${sql.raw(rest)})
      select project.id, day::date, day::timestamptz, true, components, vulnerable, vulnerable, vulnerable * 5,
        ${sql.raw(zeros)}
      from project, (values ('2026-11-01', 1, 0), ('2026-11-03', 3, 2)) past (day, components, vulnerable)
      where ${table === 'project_metrics_day'} or day = '2026-11-03'`.execute(db);
  }
  const names = sql.raw(
    `day, projects, vulnerable_projects, components, vulnerable_components, high, risk_score, ${rest}`,
  );
  await sql`insert into portfolio_metrics_change (${names})
    select ${names} from portfolio_metrics_changes(array(select project_id from project_metrics))`.execute(
    db,
  );
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

it('shows the history of an earlier release after an upgrade, also to callers who see some projects', async () => {
  await migrateUntilFacts(db);
  await seed(db);
  await seedHistory(db);
  expect(await migrate({ connectionString: database.url }, silentLog)).toEqual(
    expect.arrayContaining(['0061_vulnerability_facts.sql', '0062_project_metrics_changes.sql']),
  );
  const range = { first: '2026-10-31', last: '2026-11-04' };
  const days = await listDaysOfAccessible(db, SOMEONE, range);
  expect(days.map((day) => [day.projects, day.vulnerable_projects, day.components, day.risk_score])).toEqual([
    [0, 0, 0, 0],
    [1, 0, 1, 0],
    [1, 0, 1, 0],
    [1, 1, 3, 10],
    [1, 1, 3, 10],
  ]);
});

it('counts the vulnerabilities of an earlier release after an upgrade, and follows changes made before it', async () => {
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
