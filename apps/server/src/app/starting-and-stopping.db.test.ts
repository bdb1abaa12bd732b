import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../test/support/silent-log.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../test/support/test-database.ts';
import { testConfig } from '../../test/support/test-service.ts';
import { ADMIN_PASSWORD } from '../../test/support/test-template.ts';
import { loadConfig } from '../platform/config/load-config.ts';
import { inTransaction } from '../platform/db/database.ts';
import { unsupportedServer } from '../platform/db/server-version.ts';
import { StartError } from '../platform/errors.ts';
import { Health } from '../platform/health/health.ts';
import { toProblem } from '../platform/http/problem.ts';
import { createLog } from '../platform/log/create-log.ts';
import { initialiseOnly, type Service, startService } from './start-service.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function database(create: () => Promise<TestDatabase>): Promise<TestDatabase> {
  const made = await create();
  cleanUps.push(() => made.drop());
  return made;
}

async function start(url: string, settings: Record<string, string> = {}): Promise<Service> {
  const config = testConfig({
    'svc.datasource.url': url,
    'svc.init.admin.password': 'a long enough one',
    ...settings,
  });
  const service = await startService({ config, log: silentLog });
  cleanUps.push(() => service.close());
  return service;
}

async function takePort(wanted = 0) {
  const taken = createServer().listen(wanted, '127.0.0.1');
  await once(taken, 'listening');
  const release = async () => {
    if (taken.listening) await new Promise((resolve) => taken.close(resolve));
  };
  cleanUps.push(release);
  return { port: (taken.address() as { port: number }).port, release };
}

const statusOf = async (url: string) => (await fetch(url)).status;

describe('Starting', () => {
  it('two nodes that start at once on an empty external database both become ready', async () => {
    const { url, db } = await database(createEmptyDatabase);
    const nodes = await Promise.all([start(url), start(url), start(url)]);
    for (const node of nodes) expect(await statusOf(`${node.apiUrl}/api/version`)).toBe(200);
    const admins = await db.selectFrom('app_user').select('username').execute();
    expect(admins).toEqual([{ username: 'admin' }]);
  });

  it('is refused if the configured first password breaks the rules', async () => {
    const { url } = await database(createEmptyDatabase);
    const settings = { 'svc.auth.password.min-length': '12', 'svc.init.admin.password': 'hunter2hunt' };
    const refusal = await start(url, settings).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartError);
    expect(String(refusal)).toContain('svc.init.admin.password must have at least 12 characters');
    expect(String(refusal)).not.toContain('hunter2hunt');
  });

  it('without init tasks on an empty database is refused; the error says what to do', async () => {
    const { url } = await database(createEmptyDatabase);
    await expect(start(url, { 'svc.init.tasks.enabled': 'false' })).rejects.toThrow(
      'svc.init.tasks.enabled=true',
    );
  });

  it('without init tasks works on a database that another node has prepared', async () => {
    const { url } = await database(createTestDatabase);
    const node = await start(url, { 'svc.init.tasks.enabled': 'false' });
    expect(await statusOf(`${node.managementUrl}/health/started`)).toBe(200);
  });

  it('svc.init.and.exit prepares the database and releases all resources', async () => {
    const { url, db } = await database(createEmptyDatabase);
    const passwords: string[] = [];
    const onAdminPassword = (password: string) => passwords.push(password);
    await initialiseOnly({
      config: testConfig({ 'svc.datasource.url': url }),
      log: silentLog,
      onAdminPassword,
    });
    expect(passwords).toEqual([expect.stringMatching(/.{20}/)]);
    expect(await db.selectFrom('team').select('name').orderBy('id').execute()).toHaveLength(4);
  });

  it('init tasks use the data source that svc.init.tasks.datasource.name names', async () => {
    const { url, db } = await database(createEmptyDatabase);
    await start(url, {
      'svc.datasource.owner.url': url,
      'svc.init.tasks.datasource.name': 'owner',
    });
    expect(await db.selectFrom('app_user').select('username').execute()).toHaveLength(1);
  });

  it('on taken ports is refused before anything is created, naming every property to change', async () => {
    const [http, management] = [await takePort(), await takePort()];
    const { url, db } = await database(createEmptyDatabase);
    const passwords: string[] = [];
    const config = testConfig({
      'svc.datasource.url': url,
      'svc.http.port': String(http.port),
      'svc.management.port': String(management.port),
    });
    const onAdminPassword = (password: string) => passwords.push(password);
    const refusal = await startService({ config, log: silentLog, onAdminPassword }).catch(String);
    expect(refusal).toContain(`--set svc.http.port=${http.port + 1}`);
    expect(refusal).toContain(`--set svc.management.port=${management.port + 1}`);
    expect(passwords).toEqual([]);
    const { rows } = await sql`select from pg_class where relname = 'app_user'`.execute(db);
    expect(rows).toEqual([]);
  });

  it('on a taken port of the embedded PostgreSQL is refused before a database is created', async () => {
    const { port } = await takePort();
    const directory = await mkdtemp(join(tmpdir(), 'tallyman-port-'));
    cleanUps.push(() => rm(directory, { recursive: true }));
    const config = testConfig({
      'svc.embedded-postgres.port': String(port),
      'svc.data.directory': directory,
    });
    await expect(startService({ config, log: silentLog })).rejects.toThrow(
      `--set svc.embedded-postgres.port=${port + 1}`,
    );
    expect(await readdir(directory)).toEqual([]);
  });

  it('with one port for both servers is refused, naming both properties', async () => {
    const { url } = await database(createEmptyDatabase);
    const { port, release } = await takePort();
    await release();
    const settings = { 'svc.http.port': String(port), 'svc.management.port': String(port) };
    await expect(start(url, settings)).rejects.toThrow(
      `svc.http.port and svc.management.port are both ${port}`,
    );
  });

  it('shows the first password as soon as it is valid, even if a later step fails', async () => {
    const { port, release } = await takePort();
    await release();
    const { url } = await database(createEmptyDatabase);
    const passwords: string[] = [];
    const config = testConfig({ 'svc.datasource.url': url, 'svc.http.port': String(port) });
    const onAdminPassword = (password: string) => {
      passwords.push(password);
      void takePort(port);
    };
    await expect(startService({ config, log: silentLog, onAdminPassword })).rejects.toThrow('is taken');
    expect(passwords).toHaveLength(1);
  });

  it('warns that svc.init.admin.password has no effect if admin has another password', async () => {
    const { url } = await database(createTestDatabase);
    const warningsOf = async (password: string) => {
      const destination = new PassThrough();
      const log = createLog({ levels: { root: 'warn' }, format: 'json', destination });
      const config = testConfig({ 'svc.datasource.url': url, 'svc.init.admin.password': password });
      await (await startService({ config, log })).close();
      destination.end();
      return text(destination);
    };
    const warnings = await warningsOf('not the password of admin');
    expect(warnings).toContain('svc.init.admin.password has no effect');
    expect(warnings).not.toContain('not the password of admin');
    expect(await warningsOf(ADMIN_PASSWORD)).not.toContain('has no effect');
  });

  it('on a database that does not exist is refused, naming the property to correct', async () => {
    const { url } = await database(createTestDatabase);
    await expect(start(`${url}_not_there`)).rejects.toThrow('correct svc.datasource.url');
  });

  it.each([
    [130_014, '13.14', true],
    [140_000, '14.0', false],
    [180_004, '18.4', false],
  ])('minimum relational database version 14: server %i (%s) is refused: %s', (number, text, refused) => {
    const problem = unsupportedServer(number, text);
    expect(problem !== undefined).toBe(refused);
    if (refused) expect(problem).toContain(`PostgreSQL ${text}; Tallyman needs 14 or newer`);
  });
});

describe('A configuration file of v0.5 style', () => {
  const peerFile = (url: string) => {
    const { hostname, port, pathname, username, password } = new URL(url);
    return [
      `legacy.database.url=jdbc:postgresql://${hostname}:${port}${pathname}`,
      `legacy.database.username=${username}`,
      `legacy.database.password=${password}`,
      'database.pool.max.size=6',
      'legacy.api.key.prefix=odt_',
      'task.cron.metrics.portfolio=10 * * * *',
      'kafka.bootstrap.servers=localhost:9092',
      '',
    ].join('\n');
  };

  it('starts the service with one warning per old name', async () => {
    const { url } = await database(createTestDatabase);
    const directory = await mkdtemp(join(tmpdir(), 'tallyman-peer-'));
    cleanUps.push(() => rm(directory, { recursive: true }));
    await writeFile(join(directory, 'application.properties'), peerFile(url));
    const { config, warnings } = loadConfig({
      argv: [
        '--config',
        'application.properties',
        '--set',
        'svc.http.port=0',
        '--set',
        'svc.management.port=0',
      ],
      env: { LEGACY_CORS_ENABLED: 'false' },
      cwd: directory,
    });
    const service = await startService({ config, log: silentLog });
    cleanUps.push(() => service.close());
    expect(await statusOf(`${service.apiUrl}/api/version`)).toBe(200);
    for (const old of [
      'database.url',
      'database.pool.max.size',
      'task.cron.metrics.portfolio',
      'kafka.bootstrap.servers',
      'LEGACY_CORS_ENABLED',
    ]) {
      expect(warnings.filter((warning) => warning.includes(old))).toHaveLength(1);
    }
  });
});

describe('Node roles', () => {
  it('a worker does not serve the interface', async () => {
    const { url } = await database(createTestDatabase);
    const node = await start(url, { 'svc.config.profile': 'worker' });
    expect(node.apiUrl).toBeUndefined();
    expect(await statusOf(`${node.managementUrl}/health`)).toBe(200);
    expect(node.context.jobs.health().data).toEqual({ working: true });
  });

  it('a web node runs no jobs', async () => {
    const { url } = await database(createTestDatabase);
    const node = await start(url, { 'svc.config.profile': 'web' });
    expect(await statusOf(`${node.apiUrl}/api/version`)).toBe(200);
    expect(node.context.jobs.health().data).toEqual({ working: false });
  });
});

describe('Probes during start-up', () => {
  it('an expected check is down until it is added', async () => {
    const health = new Health();
    health.expect('dataSources', ['ready']);
    expect(await health.report('ready')).toMatchObject({ status: 'DOWN' });
    expect(await health.report('live')).toMatchObject({ status: 'UP' });
    health.add('dataSources', ['ready'], () => ({ up: true }));
    expect(await health.report('ready')).toEqual({
      status: 'UP',
      checks: [{ name: 'dataSources', status: 'UP' }],
    });
  });

  it('a check that throws is down, with its reason', async () => {
    const health = new Health();
    health.add('dataSources', ['ready'], () => Promise.reject(new Error('connection refused')));
    expect(await health.report()).toEqual({
      status: 'DOWN',
      checks: [{ name: 'dataSources', status: 'DOWN', data: { reason: 'connection refused' } }],
    });
  });
});

describe('Stopping', () => {
  it('answers running requests, then refuses new ones', async () => {
    const { url, connection } = await database(createTestDatabase);
    // Without background work, only the request can wait for the lock.
    const config = testConfig({ 'svc.datasource.url': url, 'svc.config.profile': 'web' });
    const service = await startService({ config, log: silentLog });
    const blocker = await connection.pool.connect();
    await blocker.query('begin; lock table setting in access exclusive mode');
    const underWay = fetch(`${service.apiUrl}/api/version`);
    await waitUntil(async () => {
      const { rows } = await blocker.query(
        "select 1 from pg_locks where not granted and relation = 'setting'::regclass",
      );
      return rows.length > 0;
    });
    const closed = service.close();
    await blocker.query('rollback');
    blocker.release();
    expect((await underWay).status).toBe(200);
    await closed;
    await expect(fetch(`${service.apiUrl}/api/version`)).rejects.toThrow();
  });

  it('closes the connection of a client that takes longer than svc.shutdown.timeout-ms', async () => {
    const { url } = await database(createTestDatabase);
    const config = testConfig({ 'svc.datasource.url': url, 'svc.shutdown.timeout-ms': '200' });
    const service = await startService({ config, log: silentLog });
    const { hostname, port } = new URL(service.apiUrl ?? '');
    const slowClient = connect(Number(port), hostname);
    slowClient.on('error', () => {});
    slowClient.write(
      'POST /api/v1/user/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\nusername',
    );
    await once(slowClient, 'connect');
    await new Promise((resolve) => setTimeout(resolve, 100));
    const ended = once(slowClient, 'close');
    await service.close();
    await ended;
  });
});

describe('A database that becomes unavailable', () => {
  it('is answered with 503; the process continues and works again when the database is back', async () => {
    const { url, connection } = await database(createTestDatabase);
    const service = await start(url);
    const { db } = service.context;
    const interrupted = inTransaction(db, async (tx) => {
      await sql`select 1`.execute(tx);
      await connection.pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await new Promise((resolve) => setTimeout(resolve, 200));
      await sql`select 1`.execute(tx);
    });
    await expect(interrupted).rejects.toThrow();
    expect(await statusOf(`${service.apiUrl}/api/version`)).toBe(200);
  });

  it.each([
    ['ECONNREFUSED', 'connect ECONNREFUSED'],
    ['57P01', 'terminating connection due to administrator command'],
    ['08006', 'connection failure'],
    ['53300', 'too many clients'],
    [undefined, 'Connection terminated unexpectedly'],
  ])('error %s (%s) is answered with 503 and Retry-After', (code, message) => {
    const { body, headers } = toProblem(Object.assign(new Error(message), { code }), 'r');
    expect(body).toMatchObject({ status: 503, title: 'Service Unavailable' });
    expect(headers).toEqual({ 'Retry-After': '5' });
  });
});

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}
