import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/start-embedded-postgres.ts';
import { temporaryDirectory } from '../apps/server/test/support/temporary-directory.ts';
import {
  chooseTestParent,
  createTestDirectory,
  removeAbandonedTestDirectories,
  removeTestDirectory,
} from './test-directory.mjs';

test('removing the folder of a run stops a PostgreSQL that still uses it', async () => {
  const directory = createTestDirectory(temporaryDirectory());
  const dataDirectory = join(directory, 'run', 'postgres');
  await startEmbeddedPostgres({ dataDirectory, log: () => {}, settings: {} });
  const pid = Number.parseInt(readFileSync(join(dataDirectory, 'cluster', 'postmaster.pid'), 'utf8'), 10);
  await removeTestDirectory(directory);
  expect(existsSync(directory)).toBe(false);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test.runIf(process.platform === 'linux')(
  'removing the folder of a run ends a node that was started with a path in it',
  async () => {
    const directory = createTestDirectory(temporaryDirectory());
    const wait = ['--eval', 'setInterval(() => {}, 1000)', join(directory, 'data')];
    const node = spawn(process.execPath, wait, { stdio: 'ignore' });
    const ended = new Promise((resolve) => node.once('exit', (_, signal) => resolve(signal)));
    await new Promise((resolve) => node.once('spawn', resolve));
    await removeTestDirectory(directory);
    expect(await ended).toBe('SIGKILL');
  },
);

test('the folders of runs that were killed are removed, those of running ones are kept', async () => {
  const parent = temporaryDirectory();
  const running = createTestDirectory(parent);
  const abandoned = join(parent, `tallyman-run-${pidOfEndedProcess()}-x`);
  mkdirSync(join(abandoned, 'files'), { recursive: true });
  await removeAbandonedTestDirectories(parent);
  expect([existsSync(running), existsSync(abandoned)]).toEqual([true, false]);
});

afterEach(() => vi.unstubAllEnvs());

test('runs write to TMPDIR if it is set', () => {
  const chosen = temporaryDirectory();
  vi.stubEnv('TMPDIR', chosen);
  expect(chooseTestParent()).toBe(chosen);
});

test('runs write to the folder for temporary files of the system without a file system in memory', () => {
  vi.stubEnv('TMPDIR', undefined);
  expect(chooseTestParent(join(temporaryDirectory(), 'none'))).toBe(tmpdir());
});

function pidOfEndedProcess(): number {
  return spawnSync(process.execPath, ['--version']).pid;
}
