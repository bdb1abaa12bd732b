import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { migrateInto } from '../../test/support/migrate-into.ts';
import {
  createSourceDatabase,
  implementationOf,
  insertOneOfEach,
  newSourceUuid,
  type SourceTestDatabase,
  TOKEN_OF_ALERT,
} from '../../test/support/source-database.ts';
import { createEmptyDatabase } from '../../test/support/test-database.ts';
import { startTestService, type TestService } from '../../test/support/test-service.ts';
import { migrateFromDependencyTrack } from './migrate-from-dependency-track.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service?.close());

async function sourceDatabase(name: string): Promise<SourceTestDatabase> {
  const source = await createSourceDatabase('5.6.0');
  onTestFinished(() => source.drop());
  await insertOneOfEach(source, name);
  return source;
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

test('evaluates migrated policies against the portfolio at once', async () => {
  const before = await jobs();
  await migrateInto(service, (await sourceDatabase('applied')).url);
  expect(await jobs()).toEqual(before.map((count) => count + 1));
});

const jobs = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(job.id) as count from (values ('apply-vuln-policies'), ('evaluate-policies')) as asked (name)
    left join pgboss.job using (name) group by name order by name`.execute(service.db);
  return rows.map(({ count }) => count);
};

test('reports existing records of the same name and does not change them', async () => {
  const source = await sourceDatabase('namesake');
  const own = { name: 'namesake', operator: 'ALL', violationState: 'FAIL' };
  await service.asAdmin('PUT', '/api/v1/policy', own);
  const { items } = await migrateInto(service, source.url);
  expect(items.find(({ kind }) => kind === 'policy')).toMatchObject({
    outcome: 'already here',
    notes: ['A policy with this name already exists and was not changed.'],
  });
  const { body } = await service.asAdmin('GET', '/api/v1/policy?searchText=namesake');
  expect(body).toMatchObject([own]);
});

test('writes everything in one transaction', async () => {
  const source = await sourceDatabase('halted');
  const before = await contents();
  await sql`alter table alert add constraint halt check (name <> 'halted')`.execute(service.db);
  await expect(migrateInto(service, source.url)).rejects.toThrow('halt');
  await sql`alter table alert drop constraint halt`.execute(service.db);
  expect(await contents()).toEqual(before);
});

test('only reads the source database, also if it is read-only', async () => {
  const source = await sourceDatabase('read only');
  await source.execute(`do $$ begin
    execute format('alter database %I set default_transaction_read_only = on', current_database());
  end $$`);
  const { items } = await migrateInto(service, source.url);
  expect(items.map(({ outcome }) => outcome)).toEqual(['migrated', 'migrated', 'migrated']);
});

/** Creates a role that may only read. If the tests may not create roles, revokes the write privileges of their own. */
async function createReader(source: SourceTestDatabase): Promise<{ url: string; role: string }> {
  const url = new URL(source.url);
  const role = `reader_${randomBytes(8).toString('hex')}`;
  try {
    await source.execute(`create role ${role} login password 'hush'`);
  } catch {
    await source.execute(
      'revoke insert, update, delete, truncate on all tables in schema public from current_user',
    );
    return { url: url.href, role: url.username };
  }
  onTestFinished(() => source.execute(`drop owned by ${role}; drop role ${role}`));
  await source.execute(`grant select on all tables in schema public to ${role}`);
  [url.username, url.password] = [role, 'hush'];
  return { url: url.href, role };
}

test('needs SELECT on all tables and says so if a grant is missing', async () => {
  const source = await sourceDatabase('granted');
  const { url, role } = await createReader(source);
  const { items } = await migrateInto(service, url);
  expect(items.map(({ outcome }) => outcome)).toEqual(['migrated', 'migrated', 'migrated']);
  await source.execute(`revoke select on "POLICY" from ${role}`);
  await expect(migrateInto(service, url)).rejects.toThrow('grant SELECT on all of them');
});

test('reports unusual data and migrates the rest', async () => {
  const source = await createSourceDatabase('v4');
  onTestFinished(() => source.drop());
  const policy = { OPERATOR: 'ANY', VIOLATIONSTATE: 'WARN' };
  await source.insert('POLICY', { ...policy, NAME: ' odd\tname ', UUID: 'no uuid' });
  await source.insert('POLICY', { ...policy, NAME: 'odd name', UUID: newSourceUuid() });
  await source.insert('POLICY', { ...policy, NAME: ' ', UUID: newSourceUuid() });
  const publisher = await source.insert('NOTIFICATIONPUBLISHER', {
    NAME: 'Slack',
    UUID: newSourceUuid(),
    DEFAULT_PUBLISHER: true,
    ...implementationOf('v4', 'SlackPublisher', 'slack'),
  });
  const alert = { ENABLED: true, SCOPE: 'PORTFOLIO', PUBLISHER: publisher };
  const config = [
    ['no json', '{'],
    ['no address', JSON.stringify({ destination: 'chat', token: TOKEN_OF_ALERT })],
    ['nothing', null],
  ];
  for (const [NAME, PUBLISHER_CONFIG] of config)
    await source.insert('NOTIFICATIONRULE', { ...alert, NAME, PUBLISHER_CONFIG, UUID: newSourceUuid() });
  await source.insert('NOTIFICATIONRULE', {
    ...alert,
    NAME: 'odd scope',
    SCOPE: 'MOON',
    UUID: newSourceUuid(),
  });
  await source.insert('NOTIFICATIONRULE', {
    ...alert,
    NAME: 'orphan',
    PUBLISHER: null,
    UUID: newSourceUuid(),
  });
  const report = await migrateInto(service, source.url);
  const on = 'It was switched on.';
  expect(report.items).toMatchObject([
    { kind: 'policy', name: 'odd name', outcome: 'migrated', notes: [] },
    { kind: 'policy', name: 'odd name', outcome: 'left out', notes: [expect.stringContaining('Rename')] },
    { kind: 'policy', name: '', outcome: 'left out', notes: ['It has no name.'] },
    {
      name: 'no json',
      outcome: 'migrated',
      notes: [on, 'Its configuration cannot be read and was left out.'],
    },
    {
      name: 'no address',
      outcome: 'migrated',
      notes: [
        on,
        'destinationUrl is not valid and was left out.',
        'Set destinationUrl before it is switched on.',
        'Its token was discarded: Slack sends none.',
      ],
    },
    { name: 'nothing', outcome: 'migrated', notes: [on, 'Set destinationUrl before it is switched on.'] },
    { name: 'odd scope', outcome: 'left out', notes: ['The scope MOON is unknown.'] },
    { name: 'orphan', outcome: 'left out', notes: ['Its publisher does not exist.'] },
  ]);
  expect(JSON.stringify(report)).not.toContain(TOKEN_OF_ALERT);
});

test('discards and reports a token if secrets are read-only', async () => {
  const source = await sourceDatabase('provided');
  const { items } = await migrateInto(service, source.url, 'svc.secret-management.provider=env');
  expect(items.find(({ kind }) => kind === 'alert')?.notes).toContainEqual(
    expect.stringContaining('Its token was discarded'),
  );
  const { body } = await service.asAdmin('GET', '/api/v1/notification/rule?searchText=provided');
  expect(JSON.parse(body[0].publisherConfig)).toEqual({ destinationUrl: 'https://a.example.org' });
});

test('accepts JDBC addresses', async () => {
  const source = await sourceDatabase('jdbc');
  const { host, pathname, username, password } = new URL(source.url);
  const who = `user=${username}&password=${password || 'hush'}`;
  const url = `jdbc:postgresql://${host}${pathname}?${who}&reWriteBatchedInserts=true`;
  const { from, warnings } = await migrateInto(service, url);
  expect(from.address).toBe(`${host}${pathname}`);
  expect(warnings).toEqual(['the JDBC parameters reWriteBatchedInserts have no effect here']);
});

test('rejects a database that is not of Dependency-Track', async () => {
  const { url } = await emptyDatabase();
  await expect(migrateInto(service, url)).rejects.toThrow('This is not a database of Dependency-Track');
  await expect(migrateInto(service, service.url)).rejects.toThrow('This is a database of Tallyman');
});

test('rejects a release that is too old and names the missing columns', async () => {
  const source = await sourceDatabase('old');
  await source.execute(
    'drop table "POLICY_TAGS"; alter table "NOTIFICATIONRULE" drop column "PUBLISHER_CONFIG"',
  );
  await expect(migrateInto(service, source.url)).rejects.toThrow(
    'POLICY_TAGS, NOTIFICATIONRULE.PUBLISHER_CONFIG are missing. Upgrade it to 4.14',
  );
});

test('the service must have been started once', async () => {
  const source = await sourceDatabase('early');
  const { url } = await emptyDatabase();
  const argv = ['--set', `svc.datasource.url=${url}`];
  await expect(migrateFromDependencyTrack({ argv, from: source.url, dryRun: true })).rejects.toThrow(
    'start the service of this release once',
  );
});
