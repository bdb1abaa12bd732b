import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { takeOver } from '../../src/app/take-over.ts';
import {
  createOldDatabase,
  implementationOf,
  insertOneOfEach,
  newOldUuid,
  type OldTestDatabase,
  TOKEN_OF_ALERT,
} from '../support/old-database.ts';
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

/** Somebody who may only read. Where the tests may make no users, their own one gives its other rights away. */
async function createReader(old: OldTestDatabase): Promise<{ url: string; role: string }> {
  const url = new URL(old.url);
  const role = `reader_${randomBytes(8).toString('hex')}`;
  try {
    await old.execute(`create role ${role} login password 'hush'`);
  } catch {
    await old.execute(
      'revoke insert, update, delete, truncate on all tables in schema public from current_user',
    );
    return { url: url.href, role: url.username };
  }
  onTestFinished(() => old.execute(`drop owned by ${role}; drop role ${role}`));
  await old.execute(`grant select on all tables in schema public to ${role}`);
  [url.username, url.password] = [role, 'hush'];
  return { url: url.href, role };
}

test('a reader who may only read is enough; one who may not is told so', async () => {
  const old = await oldDatabase('granted');
  const { url, role } = await createReader(old);
  const { items } = await takeOverInto(service, url);
  expect(items.map(({ outcome }) => outcome)).toEqual(['taken over', 'taken over', 'taken over']);
  await old.execute(`revoke select on "POLICY" from ${role}`);
  await expect(takeOverInto(service, url)).rejects.toThrow('grant SELECT on all of them');
});

test('what is odd in the old database is told, and the rest is taken over', async () => {
  const old = await createOldDatabase('v4');
  onTestFinished(() => old.drop());
  const policy = { OPERATOR: 'ANY', VIOLATIONSTATE: 'WARN' };
  await old.insert('POLICY', { ...policy, NAME: ' odd\tname ', UUID: 'no uuid' });
  await old.insert('POLICY', { ...policy, NAME: 'odd name', UUID: newOldUuid() });
  await old.insert('POLICY', { ...policy, NAME: ' ', UUID: newOldUuid() });
  const publisher = await old.insert('NOTIFICATIONPUBLISHER', {
    NAME: 'Slack',
    UUID: newOldUuid(),
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
    await old.insert('NOTIFICATIONRULE', { ...alert, NAME, PUBLISHER_CONFIG, UUID: newOldUuid() });
  await old.insert('NOTIFICATIONRULE', { ...alert, NAME: 'odd scope', SCOPE: 'MOON', UUID: newOldUuid() });
  await old.insert('NOTIFICATIONRULE', { ...alert, NAME: 'orphan', PUBLISHER: null, UUID: newOldUuid() });
  const report = await takeOverInto(service, old.url);
  const on = 'It was switched on.';
  expect(report.items).toMatchObject([
    { kind: 'policy', name: 'odd name', outcome: 'taken over', notes: [] },
    { kind: 'policy', name: 'odd name', outcome: 'left out', notes: [expect.stringContaining('rename')] },
    { kind: 'policy', name: '', outcome: 'left out', notes: ['It has no name.'] },
    {
      name: 'no json',
      outcome: 'taken over',
      notes: [on, 'Its configuration cannot be read and was left out.'],
    },
    {
      name: 'no address',
      outcome: 'taken over',
      notes: [
        on,
        'destinationUrl is not valid here and was left out.',
        'Set destinationUrl before it is switched on.',
        'Its token was discarded: Slack sends none.',
      ],
    },
    { name: 'nothing', outcome: 'taken over', notes: [on, 'Set destinationUrl before it is switched on.'] },
    { name: 'odd scope', outcome: 'left out', notes: ['The scope MOON is not known here.'] },
    { name: 'orphan', outcome: 'left out', notes: ['Its publisher is not here.'] },
  ]);
  expect(JSON.stringify(report)).not.toContain(TOKEN_OF_ALERT);
});

test('a token is discarded and reported where secrets cannot be written', async () => {
  const old = await oldDatabase('provided');
  const { items } = await takeOverInto(service, old.url, 'svc.secret-management.provider=env');
  expect(items.find(({ kind }) => kind === 'alert')?.notes).toContainEqual(
    expect.stringContaining('Its token was discarded'),
  );
  const { body } = await service.asAdmin('GET', '/api/v1/notification/rule?searchText=provided');
  expect(JSON.parse(body[0].publisherConfig)).toEqual({ destinationUrl: 'https://a.example.org' });
});

test('addresses are taken as JDBC writes them', async () => {
  const old = await oldDatabase('jdbc');
  const { host, pathname, username, password } = new URL(old.url);
  const who = `user=${username}&password=${password || 'hush'}`;
  const url = `jdbc:postgresql://${host}${pathname}?${who}&reWriteBatchedInserts=true`;
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
