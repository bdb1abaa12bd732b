import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../test/support/silent-log.ts';
import { createEmptyDatabase, createTestDatabase } from '../../test/support/test-database.ts';
import { testConfig } from '../../test/support/test-service.ts';
import { startService } from './start-service.ts';

const run = promisify(execFile);
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

describe('The management server', () => {
  it('starts before init tasks, so that probes work during start-up', async () => {
    const { url, connection, drop } = await createTestDatabase();
    onTestFinished(drop);
    const blocker = await connection.pool.connect();
    await blocker.query('begin; lock table schema_migration');
    const port = await findFreePort();
    const config = testConfig({ 'svc.datasource.url': url, 'svc.management.port': String(port) });
    const starting = startService({ config, log: silentLog });
    const probe = async (name: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}/health/${name}`).catch(() => undefined);
      return [answer?.status, await answer?.json()];
    };
    const checks = [{ name: 'init-tasks', status: 'DOWN', data: { 'database-migration': 'STARTED' } }];
    await expect.poll(() => probe('started')).toEqual([503, { status: 'DOWN', checks }]);
    expect(await probe('ready')).toMatchObject([503, { status: 'DOWN' }]);
    expect(await probe('live')).toMatchObject([200, { status: 'UP' }]);
    await blocker.query('rollback');
    blocker.release();
    const service = await starting;
    expect(await probe('started')).toMatchObject([200, { status: 'UP' }]);
    expect(await probe('ready')).toMatchObject([200, { status: 'UP' }]);
    await service.close();
  });
});

describe('svc.init.and.exit', () => {
  it('ends the process after the init tasks', async () => {
    const { url, db, drop } = await createEmptyDatabase();
    onTestFinished(drop);
    const settings = [`svc.datasource.url=${url}`, 'svc.init.and.exit=true', 'svc.management.port=0'];
    const { stdout } = await run(process.execPath, [MAIN, ...settings.flatMap((each) => ['--set', each])]);
    expect(stdout).toContain('The init tasks have completed');
    expect(await db.selectFrom('app_user').select('username').execute()).toEqual([{ username: 'admin' }]);
  });
});
