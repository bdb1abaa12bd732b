import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { takeOver } from '../../src/app/take-over.ts';
import { createOldDatabase, insertOneOfEach, type OldTestDatabase } from '../support/old-database.ts';
import { takeOverInto } from '../support/take-over-into.ts';
import { createEmptyDatabase } from '../support/test-database.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service?.close());

async function oldDatabase(name: string): Promise<OldTestDatabase> {
  const old = await createOldDatabase('5.6.0');
  onTestFinished(() => old.drop());
  await insertOneOfEach(old, name);
  return old;
}

async function emptyDatabase() {
  const empty = await createEmptyDatabase();
  onTestFinished(() => empty.drop());
  return empty;
}

const contents = () => {
  const tables = ['vuln_policy', 'policy', 'alert', 'secret'] as const;
  return Promise.all(tables.map((table) => service.db.selectFrom(table).selectAll().execute()));
};

test('what is taken over is held against the portfolio at once', async () => {
  const before = await jobs();
  await takeOverInto(service, (await oldDatabase('applied')).url);
  expect(await jobs()).toEqual(before.map((count) => count + 1));
});

const jobs = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(job.id) as count from (values ('apply-vuln-policies'), ('evaluate-policies')) as asked (name)
    left join pgboss.job using (name) group by name order by name`.execute(service.db);
  return rows.map(({ count }) => count);
};

test('things of the same name are left alone and reported', async () => {
  const old = await oldDatabase('namesake');
  const own = { name: 'namesake', operator: 'ALL', violationState: 'FAIL' };
  await service.asAdmin('PUT', '/api/v1/policy', own);
  const { items } = await takeOverInto(service, old.url);
  expect(items.find(({ kind }) => kind === 'policy')).toMatchObject({
    outcome: 'already here',
    notes: ['There is a policy of this name here; it was left alone.'],
  });
  const { body } = await service.asAdmin('GET', '/api/v1/policy?searchText=namesake');
  expect(body).toMatchObject([own]);
});

test('all is taken over or nothing', async () => {
  const old = await oldDatabase('halted');
  const before = await contents();
  await sql`alter table alert add constraint halt check (name <> 'halted')`.execute(service.db);
  await expect(takeOverInto(service, old.url)).rejects.toThrow('halt');
  await sql`alter table alert drop constraint halt`.execute(service.db);
  expect(await contents()).toEqual(before);
});

test('the old database is only read, also one that nobody may write to', async () => {
  const old = await oldDatabase('read only');
  await old.execute(`do $$ begin
    execute format('alter database %I set default_transaction_read_only = on', current_database());
  end $$`);
  const { items } = await takeOverInto(service, old.url);
  expect(items.map(({ outcome }) => outcome)).toEqual(['taken over', 'taken over', 'taken over']);
});

test('addresses are taken as JDBC writes them', async () => {
  const old = await oldDatabase('jdbc');
  const { host, pathname, username } = new URL(old.url);
  const url = `jdbc:postgresql://${host}${pathname}?user=${username}&password=hush&reWriteBatchedInserts=true`;
  const { from, warnings } = await takeOverInto(service, url);
  expect(from.address).toBe(`${host}${pathname}`);
  expect(warnings).toEqual(['the JDBC parameters reWriteBatchedInserts have no effect here']);
});

test('a database that is none of the peer is told apart', async () => {
  const { url } = await emptyDatabase();
  await expect(takeOverInto(service, url)).rejects.toThrow('It is no database of Dependency-Track');
  await expect(takeOverInto(service, service.url)).rejects.toThrow('It is a database of Tallyman');
});

test('one that is too old is refused with what it does not have', async () => {
  const old = await oldDatabase('old');
  await old.execute(
    'drop table "POLICY_TAGS"; alter table "NOTIFICATIONRULE" drop column "PUBLISHER_CONFIG"',
  );
  await expect(takeOverInto(service, old.url)).rejects.toThrow(
    'POLICY_TAGS, NOTIFICATIONRULE.PUBLISHER_CONFIG are not in it. Upgrade it to Dependency-Track 4.14',
  );
});

test('the service must have been started once', async () => {
  const old = await oldDatabase('early');
  const { url } = await emptyDatabase();
  const argv = ['--set', `svc.datasource.url=${url}`];
  await expect(takeOver({ argv, from: old.url, dryRun: true })).rejects.toThrow(
    'start the service of this release once',
  );
});
