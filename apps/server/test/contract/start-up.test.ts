import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { startService } from '../../src/app/start-service.ts';
import { unsupportedServer } from '../../src/platform/db/server-version.ts';
import { silentLog } from '../support/silent-log.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { testConfig } from '../support/test-service.ts';
import { databaseUrl, onServer } from '../support/test-template.ts';

const run = promisify(execFile);

async function createEmptyDatabase(): Promise<string> {
  const serverUrl = inject('postgresUrl');
  const name = `empty_${randomBytes(8).toString('hex')}`;
  await onServer(serverUrl, (client) => client.query(`create database ${name}`));
  onTestFinished(() =>
    onServer(serverUrl, async (client) => {
      await client.query(`drop database ${name} with (force)`);
    }),
  );
  return databaseUrl(serverUrl, name);
}

async function start(url: string, settings: Record<string, string> = {}) {
  const config = testConfig({ 'svc.datasource.url': url, ...settings });
  const service = await startService({ config, log: silentLog });
  onTestFinished(() => service.close());
  return service;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

const statusOf = async (url: string) => (await fetch(url)).status;

describe('Start-up', () => {
  it('starts the management server before init tasks, so that probes work meanwhile', async () => {
    const { url, drop } = await createTestDatabase();
    onTestFinished(drop);
    const blocker = new pg.Client({ connectionString: url });
    await blocker.connect();
    await blocker.query('begin; lock table schema_migration');
    const port = await findFreePort();
    const starting = start(url, { 'svc.management.port': String(port) });
    const probe = async (name: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}/health/${name}`).catch(() => undefined);
      return [answer?.status, await answer?.json()];
    };
    const checks = [{ name: 'init-tasks', status: 'DOWN', data: { 'database-migration': 'STARTED' } }];
    await expect.poll(() => probe('started')).toEqual([503, { status: 'DOWN', checks }]);
    expect(await probe('live')).toMatchObject([200, { status: 'UP' }]);
    await blocker.query('rollback');
    await blocker.end();
    await starting;
    expect(await probe('started')).toMatchObject([200, { status: 'UP' }]);
  });

  it('of two nodes at once on an empty database succeeds for both', async () => {
    const url = await createEmptyDatabase();
    const nodes = await Promise.all([start(url), start(url)]);
    for (const { apiUrl, managementUrl } of nodes) {
      expect(await statusOf(`${apiUrl}/api/version`)).toBe(200);
      expect(await statusOf(`${managementUrl}/health`)).toBe(200);
    }
    expect(nodes.filter(({ generatedAdminPassword }) => generatedAdminPassword)).toHaveLength(1);
  });

  it('ends after the init tasks with svc.init.and.exit; other nodes then need none', async () => {
    const url = await createEmptyDatabase();
    const withoutTasks = { 'svc.init.tasks.enabled': 'false' };
    await expect(start(url, withoutTasks)).rejects.toThrow(/svc\.init\.tasks\.enabled/);
    const { stdout } = await run(process.execPath, [
      fileURLToPath(new URL('../../src/main.ts', import.meta.url)),
      ...['--set', `svc.datasource.url=${url}`, '--set', 'svc.init.and.exit=true'],
      ...['--set', 'svc.management.port=0'],
    ]);
    expect(stdout).toContain('The init tasks are done');
    const { apiUrl } = await start(url, withoutTasks);
    expect(await statusOf(`${apiUrl}/api/version`)).toBe(200);
  });

  it('gives a node of the role web an interface, and one of the role worker none', async () => {
    const { url, drop } = await createTestDatabase();
    onTestFinished(drop);
    const web = await start(url, { 'svc.config.profile': 'web' });
    expect(await statusOf(`${web.apiUrl}/api/version`)).toBe(200);
    const worker = await start(url, { 'svc.config.profile': 'worker' });
    expect(worker.apiUrl).toBeUndefined();
    expect(await statusOf(`${worker.managementUrl}/health`)).toBe(200);
  });

  it.each([
    [130_022, '13.22'],
    [90_624, '9.6.24'],
  ])('refuses a PostgreSQL older than 14 and says what to do: %i', (number, text) => {
    expect(unsupportedServer(number, text)).toMatch(
      new RegExp(`PostgreSQL ${text}; Tallyman needs 14 or newer.*svc\\.datasource\\.url`),
    );
  });

  it.each([140_000, 140_019, 180_001])('accepts PostgreSQL 14 and newer: %i', (number) => {
    expect(unsupportedServer(number, '')).toBeUndefined();
  });
});
