import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts';
import { EmbeddedPostgresInUseError } from './embedded-postgres-in-use-error.ts';
import { acquireSupervisorLock } from './supervisor-lock.ts';

const now = () => new Date('2026-01-02T03:04:05Z');

async function leaveLock(directory: string, changes: object): Promise<void> {
  const path = join(directory, 'supervisor.lock');
  const lock = await acquireSupervisorLock(directory, { now });
  const holder = JSON.parse(readFileSync(path, 'utf8'));
  lock.release();
  writeFileSync(path, JSON.stringify({ ...holder, ...changes }));
}

test('a second supervisor of a directory is refused; the error names process and directory and says what to do', async () => {
  const directory = temporaryDirectory();
  const lock = await acquireSupervisorLock(directory, { now });
  const second = acquireSupervisorLock(directory, { now });
  await expect(second).rejects.toThrow(EmbeddedPostgresInUseError);
  await expect(second).rejects.toThrow(
    `${directory} is in use by process ${process.pid} (since 2026-01-02T03:04:05.000Z). Stop that instance, or give ` +
      'this one a directory of its own with svc.data.directory.',
  );
  lock.release();
});

test('a released lock can be acquired again', async () => {
  const directory = temporaryDirectory();
  (await acquireSupervisorLock(directory, { now })).release();
  (await acquireSupervisorLock(directory, { now })).release();
});

test('the lock of a dead process is replaced', async () => {
  const directory = temporaryDirectory();
  await leaveLock(directory, { pid: 2 ** 22 + 1 });
  (await acquireSupervisorLock(directory, { now })).release();
});

test('a live process with a recycled pid does not count as the holder', async () => {
  const directory = temporaryDirectory();
  await leaveLock(directory, { pid: process.pid, started: 'another-boot:42' });
  (await acquireSupervisorLock(directory, { now })).release();
});

test('a damaged lock file is replaced', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'supervisor.lock'), '');
  (await acquireSupervisorLock(directory, { now })).release();
});

test('exactly one of many contenders acquires a stale lock', async () => {
  const directory = temporaryDirectory();
  await leaveLock(directory, { started: 'another-boot:42' });
  const contenders = Array.from({ length: 20 }, () => acquireSupervisorLock(directory, { now }));
  const results = await Promise.allSettled(contenders);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a holder in another container whose heartbeat continues is not replaced', async () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'supervisor.lock');
  const lock = await acquireSupervisorLock(directory, { now, heartbeatMs: 50 });
  const holder = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...holder, namespace: 'pid:[1]', host: 'other-node', pid: 1 }));
  const second = acquireSupervisorLock(directory, { now, heartbeatMs: 50 });
  await expect(second).rejects.toThrow('in use by process 1 on other-node');
  lock.release();
});

test('a holder in another container whose heartbeat stopped is replaced', async () => {
  const directory = temporaryDirectory();
  await leaveLock(directory, { namespace: 'pid:[1]', host: 'other-node', pid: 1 });
  (await acquireSupervisorLock(directory, { now, heartbeatMs: 50 })).release();
});
