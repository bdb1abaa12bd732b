import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  createSourceDatabase,
  insertOneOfEach,
  type SourceTestDatabase,
  TOKEN_OF_ALERT,
} from '../../server/test/support/source-database.ts';
import { startTestService, type TestService } from '../../server/test/support/test-service.ts';
import { type CliUser, createCliUser } from './run-cli.ts';

let service: TestService;
let user: CliUser;

beforeAll(async () => {
  service = await startTestService();
  user = await createCliUser();
});

afterAll(async () => {
  await user?.[Symbol.asyncDispose]();
  await service?.close();
});

async function sourceDatabase(name: string): Promise<SourceTestDatabase> {
  const source = await createSourceDatabase('5.6.0');
  onTestFinished(() => source.drop());
  await insertOneOfEach(source, name);
  return source;
}

const migrate = (url: string) => [
  'migrate',
  ...['--from', url],
  ...['--set', `svc.datasource.url=${service.url}`],
  ...['--set', `svc.data.directory=${service.context.config['svc.data.directory']}`],
];

const contents = () => {
  const tables = ['vuln_policy', 'policy', 'alert', 'secret'] as const;
  return Promise.all(tables.map((table) => service.db.selectFrom(table).selectAll().execute()));
};

test('a dry run prints the same report and writes nothing', async () => {
  const source = await sourceDatabase('tried');
  const before = await contents();
  const tried = await user.runJson([...migrate(source.url), '--dry-run']);
  expect([tried.exitCode, tried.document.dryRun]).toEqual([0, true]);
  expect(tried.stderr).toContain('This was a dry run: nothing was written.');
  expect(await contents()).toEqual(before);
  const done = await user.runJson(migrate(source.url));
  expect(tried.document).toEqual({ ...done.document, dryRun: true });
  expect(done.stderr).toContain('All migrated alerts are switched off.');
  expect(done.document.items).toMatchObject([
    { kind: 'vulnerability policy', name: 'tried', outcome: 'migrated' },
    { kind: 'policy', name: 'tried', outcome: 'migrated' },
    { kind: 'alert', name: 'tried', outcome: 'migrated' },
  ]);
  expect(await contents()).not.toEqual(before);
});

test('a second run changes nothing, even after changes in between', async () => {
  const source = await sourceDatabase('repeated');
  const first = await user.run(migrate(source.url));
  expect(first.stdout).toMatch(/^KIND +NAME +OUTCOME\nvulnerability policy +repeated +migrated\n/);
  expect(first.stdout).toMatch(/\n {4}Its token is now the secret repeated-token-[0-9a-f]{8}\.\n/);
  const { body } = await service.asAdmin('GET', '/api/v1/notification/rule?searchText=repeated');
  const change = { ...body[0], name: 'renamed', enabled: true, level: 'ERROR' };
  expect((await service.asAdmin('POST', '/api/v1/notification/rule', change)).status).toBe(200);
  const before = await contents();
  const again = await user.run(migrate(source.url));
  expect(again.stdout).toContain('0 migrated, 3 already here, 0 left out, 0 discarded.');
  expect(await contents()).toEqual(before);
  expect(first.stdout + first.stderr + again.stdout + again.stderr).not.toContain(TOKEN_OF_ALERT);
});

test('an unreadable source database is reported with the reason, without its password', async () => {
  const away = await user.run(migrate('postgresql://ann:hush@127.0.0.1:1/dtrack'));
  expect(away).toMatchObject({ exitCode: 4, stdout: '' });
  expect(away.stderr).toContain(
    'The source database at 127.0.0.1:1/dtrack cannot be read. Connection refused: nothing listens at this address.',
  );
  const other = await user.run(migrate('mysql://ann:hush@db/dtrack'));
  expect(other).toMatchObject({ exitCode: 2, stdout: '' });
  expect(other.stderr).toContain('the database must be PostgreSQL');
  const own = await user.runJson(migrate(service.url));
  expect([own.exitCode, own.document.error.message]).toEqual([2, expect.stringContaining('of Tallyman')]);
  expect(away.stderr + other.stderr).not.toContain('hush');
});

test('the help lists what is migrated and what is not yet', async () => {
  const { stdout } = await user.run(['migrate', '--help']);
  expect(stdout).toContain('each with its first condition only');
  expect(stdout).toContain('Not yet: projects, components, findings');
});
