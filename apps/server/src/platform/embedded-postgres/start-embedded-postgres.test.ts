import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ask, startForTest } from '../../../test/support/embedded-postgres.ts';
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts';
import { EmbeddedPostgresInUseError } from './embedded-postgres-in-use-error.ts';
import { isProcessAlive } from './process-liveness.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';

const setting = (name: string) => `SELECT current_setting('${name}')`;

async function occupy(port: number): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port }, resolve));
  onTestFinished(() => void server.close());
}

test('the first start creates a durable UTF-8 database with checksums and a password', async () => {
  const directory = join(temporaryDirectory(), 'postgres');
  const postgres = await startForTest(directory, { settings: {} });
  expect(postgres).toMatchObject({ firstStart: true, reattached: false });
  expect(postgres.url).toMatch(/^postgresql:\/\/tallyman:[\w-]{32}@127\.0\.0\.1:\d+\/tallyman$/);
  const settings = [
    'fsync',
    'full_page_writes',
    'synchronous_commit',
    'data_checksums',
    'server_encoding',
    'jit',
  ];
  const values = await Promise.all(settings.map(async (name) => (await ask(postgres.url, setting(name)))[0]));
  expect(values).toEqual(['on', 'on', 'on', 'on', 'UTF8', 'off']);
  expect(statSync(join(directory, 'password')).mode & 0o777).toBe(0o600);
  const intruder = postgres.url.replace(/:[\w-]{32}@/, ':guess@');
  await expect(ask(intruder, 'SELECT 1')).rejects.toThrow('password authentication failed');
});

describe('a running database', () => {
  let directory: string;
  let postgres: EmbeddedPostgres;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'tallyman-test-'));
    postgres = await startEmbeddedPostgres({
      dataDirectory: directory,
      settings: { fsync: 'off' },
      log() {},
    });
  });

  afterAll(async () => {
    await postgres.stop();
    rmSync(directory, { recursive: true });
  });

  test('the role is an ordinary one that can create databases, and the superuser cannot connect', async () => {
    expect(await ask(postgres.url, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([
      false,
    ]);
    await ask(postgres.url, 'CREATE DATABASE another TEMPLATE tallyman STRATEGY file_copy');
    const superuser = postgres.url.replace('//tallyman:', '//postgres:');
    await expect(ask(superuser, 'SELECT 1')).rejects.toThrow('no pg_hba.conf entry');
  });

  test('letters beyond ASCII have upper and lower case, and order is by code point', async () => {
    expect(await ask(postgres.url, "SELECT lower('ÄÖÜ')")).toEqual(['äöü']);
    expect(await ask(postgres.url, "SELECT x FROM unnest(array['b', 'a', 'B']) x ORDER BY x")).toEqual([
      'B',
      'a',
      'b',
    ]);
  });

  test('a second start on the same directory is refused while the first one runs', async () => {
    await expect(startForTest(directory)).rejects.toThrow(EmbeddedPostgresInUseError);
    expect(await ask(postgres.url, 'SELECT 1')).toEqual([1]);
  });

  test('neither statements nor row values reach the log of the server', async () => {
    await ask(postgres.url, 'CREATE TABLE secrets (value text PRIMARY KEY)');
    await ask(postgres.url, "INSERT INTO secrets VALUES ('hunter2')");
    await expect(ask(postgres.url, "INSERT INTO secrets VALUES ('hunter2')")).rejects.toThrow(
      'duplicate key',
    );
    const log = readFileSync(join(directory, 'postgres.log'), 'utf8');
    expect(log).toContain('duplicate key');
    expect(log).not.toContain('hunter2');
  });
});

test('a warm start finds the data, the port and the password again', async () => {
  const directory = join(temporaryDirectory(), 'postgres');
  const first = await startForTest(directory);
  await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  const second = await startForTest(directory);
  expect(second).toMatchObject({ firstStart: false, reattached: false, url: first.url });
  expect(await ask(second.url, 'SELECT answer FROM kept')).toEqual([42]);
});

test('another database name is created on request', async () => {
  const postgres = await startForTest(join(temporaryDirectory(), 'postgres'), { database: 'With "quotes"' });
  expect(await ask(postgres.url, 'SELECT current_database()')).toEqual(['With "quotes"']);
});

test('stopping leaves neither a process nor a lock, and is idempotent', async () => {
  const directory = join(temporaryDirectory(), 'postgres');
  const postgres = await startForTest(directory);
  await Promise.all([postgres.stop(), postgres.stop()]);
  await postgres.stop();
  expect(isProcessAlive(postgres.pid)).toBe(false);
  expect(existsSync(join(directory, 'cluster', 'postmaster.pid'))).toBe(false);
  expect(existsSync(join(directory, 'supervisor.lock'))).toBe(false);
});

test('stopping closes open connections', async () => {
  const postgres = await startForTest(join(temporaryDirectory(), 'postgres'));
  const sleeper = expect(ask(postgres.url, 'SELECT pg_sleep(600)')).rejects.toThrow();
  await postgres.stop();
  await sleeper;
});

test('another free port is used if the remembered one is in use', async () => {
  const directory = join(temporaryDirectory(), 'postgres');
  const first = await startForTest(directory);
  await first.stop();
  const port = Number(new URL(first.url).port);
  await occupy(port);
  const second = await startForTest(directory);
  expect(Number(new URL(second.url).port)).not.toBe(port);
});

test('a configured port is used; if it is in use, the error says so', async () => {
  const first = await startForTest(join(temporaryDirectory(), 'postgres'));
  const port = Number(new URL(first.url).port);
  const directory = join(temporaryDirectory(), 'postgres');
  await expect(startForTest(directory, { port })).rejects.toThrow(`Port ${port} on 127.0.0.1`);
  await first.stop();
  const second = await startForTest(directory, { port });
  expect(new URL(second.url).port).toBe(String(port));
});

test('a lost password file is replaced and the new password set', async () => {
  const directory = join(temporaryDirectory(), 'postgres');
  const first = await startForTest(directory);
  await first.stop();
  writeFileSync(join(directory, 'password'), '');
  const second = await startForTest(directory);
  expect(second.url).not.toBe(first.url);
  expect(await ask(second.url, 'SELECT 1')).toEqual([1]);
});

test('a password that the database rejects fails the start, says what to do and leaves no process', async () => {
  const directory = join(temporaryDirectory(), 'postgres');
  await (await startForTest(directory)).stop();
  writeFileSync(join(directory, 'password'), 'from-another-backup\n');
  await expect(startForTest(directory)).rejects.toThrow(`Delete that file and start again`);
  expect(existsSync(join(directory, 'supervisor.lock'))).toBe(false);
  expect(existsSync(join(directory, 'cluster', 'postmaster.pid'))).toBe(false);
});

test('a server that does not start is reported with the end of its log', async () => {
  const directory = join(temporaryDirectory(), 'postgres');
  const refused = startForTest(directory, { settings: { fsync: 'off', shared_buffers: 'plenty' } });
  await expect(refused).rejects.toThrow(
    /did not start \(exit code 1\).*invalid value for parameter "shared_buffers"/s,
  );
});

test('an unwritable folder is refused; the error says what to do', async () => {
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, '');
  await expect(startForTest(join(file, 'postgres'))).rejects.toThrow(
    'choose another place with svc.data.directory',
  );
});
