import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ask, startForTest } from '../../../test/support/embedded-postgres.ts';
import { startSupervisorProcess } from '../../../test/support/supervisor-process.ts';
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts';
import { timeoutFactor } from '../../../test/support/timeout-factor.ts';
import { isProcessAlive } from './process-liveness.ts';

const sources = dirname(fileURLToPath(import.meta.url));

/** A server whose supervisor was killed. */
async function leaveOrphan(dataDirectory: string) {
  const supervisor = startSupervisorProcess({ sources, options: { dataDirectory } });
  const report = await supervisor.report;
  await ask(report.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await supervisor.killHard();
  return report;
}

async function until(condition: () => boolean): Promise<void> {
  await vi.waitUntil(condition, { timeout: 90_000 * timeoutFactor, interval: 20 });
}

test('the server of a killed supervisor is reattached with its data, and can be stopped', async () => {
  const directory = join(temporaryDirectory(), 'postgres');
  const orphan = await leaveOrphan(directory);
  expect(isProcessAlive(orphan.pid)).toBe(true);
  const postgres = await startForTest(directory);
  expect(postgres).toMatchObject({ reattached: true, firstStart: false, pid: orphan.pid, url: orphan.url });
  expect(await ask(postgres.url, 'SELECT answer FROM kept')).toEqual([42]);
  await postgres.stop();
  expect(isProcessAlive(orphan.pid)).toBe(false);
});

test('an orphan with other settings is replaced by a new server', async () => {
  const directory = join(temporaryDirectory(), 'postgres');
  const orphan = await leaveOrphan(directory);
  const postgres = await startForTest(directory, { settings: { fsync: 'off', work_mem: '8MB' } });
  expect(postgres.reattached).toBe(false);
  expect(isProcessAlive(orphan.pid)).toBe(false);
  expect(await ask(postgres.url, 'SELECT answer FROM kept')).toEqual([42]);
  expect(await ask(postgres.url, 'SHOW work_mem')).toEqual(['8MB']);
});

test('an orphan that rejects our password is stopped and gets a new one', async () => {
  const directory = join(temporaryDirectory(), 'postgres');
  const orphan = await leaveOrphan(directory);
  writeFileSync(join(directory, 'password'), '');
  const postgres = await startForTest(directory);
  expect(postgres.reattached).toBe(false);
  expect(isProcessAlive(orphan.pid)).toBe(false);
  expect(await ask(postgres.url, 'SELECT answer FROM kept')).toEqual([42]);
});

test('a supervisor that exits without stopping its server stops it', async () => {
  const directory = join(temporaryDirectory(), 'postgres');
  const supervisor = startSupervisorProcess({ sources, options: { dataDirectory: directory } });
  const { pid } = await supervisor.report;
  await supervisor.leave();
  await until(() => !isProcessAlive(pid));
  const postgres = await startForTest(directory);
  expect(postgres.reattached).toBe(false);
});

test('a supervisor in another process is not replaced, and the error names it', async () => {
  const directory = join(temporaryDirectory(), 'postgres');
  const supervisor = startSupervisorProcess({ sources, options: { dataDirectory: directory } });
  await supervisor.report;
  await expect(startForTest(directory)).rejects.toThrow(`in use by process ${supervisor.child.pid} `);
  await supervisor.stop();
});

test('the end of a server is reported with its log unless we stopped it', async () => {
  const directory = join(temporaryDirectory(), 'postgres');
  const reports: string[] = [];
  const postgres = await startForTest(directory, { onExit: (message) => void reports.push(message) });
  process.kill(postgres.pid, 'SIGQUIT');
  await until(() => reports.length > 0);
  expect(reports[0]).toMatch(/ended unexpectedly \(exit code 0\).*immediate shutdown/s);
  await postgres.stop();
  const stopped = await startForTest(directory, { onExit: (message) => void reports.push(message) });
  await stopped.stop();
  expect(reports).toHaveLength(1);
});

test('the end of a reattached server is reported too', async () => {
  const directory = join(temporaryDirectory(), 'postgres');
  const orphan = await leaveOrphan(directory);
  const reports: string[] = [];
  await startForTest(directory, { onExit: (message) => void reports.push(message) });
  process.kill(orphan.pid, 'SIGKILL');
  await until(() => reports.length > 0);
});

test('after kill -9 of the server the next start recovers all committed data and logs it', async () => {
  const directory = join(temporaryDirectory(), 'postgres');
  const first = await startForTest(directory, { settings: {}, onExit() {} });
  await ask(first.url, 'CREATE TABLE kept AS SELECT generate_series(1, 10000) AS n');
  const busy = new pg.Client({ connectionString: first.url });
  busy.on('error', () => {});
  await busy.connect();
  onTestFinished(() => busy.end().catch(() => {}));
  const interrupted = busy
    .query('INSERT INTO kept SELECT generate_series(1, 100000000)')
    .catch(() => 'interrupted');
  process.kill(first.pid, 'SIGKILL');
  await until(() => !isProcessAlive(first.pid));
  await first.stop();
  const messages: string[] = [];
  const second = await startForTest(directory, {
    settings: {},
    log: (_level, message) => void messages.push(message),
  });
  expect(await ask(second.url, 'SELECT count(*)::int FROM kept')).toEqual([10000]);
  expect(messages).toContainEqual(expect.stringContaining('was not shut down cleanly'));
  expect(await interrupted).toBe('interrupted');
});

test('a stale postmaster.pid with the pid of another live process does not prevent the start', async () => {
  const directory = join(temporaryDirectory(), 'postgres');
  const first = await startForTest(directory);
  const file = join(directory, 'cluster', 'postmaster.pid');
  const content = readFileSync(file, 'utf8');
  await first.stop();
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, content.replace(/^\d+/, String(process.pid)));
  const second = await startForTest(directory);
  expect(await ask(second.url, 'SELECT 1')).toEqual([1]);
  expect(isProcessAlive(process.pid)).toBe(true);
});
