import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { ask, startForTest } from '../../../test/support/embedded-postgres.ts';
import { listLinks, stageCheckout } from '../../../test/support/staged-checkout.ts';
import { startSupervisorProcess } from '../../../test/support/supervisor-process.ts';
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts';
import { timeoutFactor } from '../../../test/support/timeout-factor.ts';
import { resolveRunAs } from './run-as.ts';

const sources = dirname(fileURLToPath(import.meta.url));
const isRoot = process.getuid?.() === 0;
const runAs = resolveRunAs(null) ?? undefined;

function listUnfinished(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory).filter((name) => name.startsWith('cluster.initializing-'));
}

test('a creation that was killed is cleaned up and repeated', async () => {
  const dataDirectory = join(temporaryDirectory(), 'postgres');
  const supervisor = startSupervisorProcess({ sources, options: { dataDirectory } });
  await vi.waitUntil(() => listUnfinished(dataDirectory).length > 0, {
    timeout: 90_000 * timeoutFactor,
    interval: 5,
  });
  await supervisor.killHard();
  expect(existsSync(join(dataDirectory, 'cluster'))).toBe(false);
  const postgres = await startForTest(dataDirectory);
  expect(postgres.firstStart).toBe(true);
  expect(await ask(postgres.url, 'SELECT 1')).toEqual([1]);
  expect(listUnfinished(dataDirectory)).toEqual([]);
});

test('data of another major version is refused and not changed; the error says what to do', async () => {
  const dataDirectory = join(temporaryDirectory(), 'postgres');
  await (await startForTest(dataDirectory)).stop();
  const cluster = join(dataDirectory, 'cluster');
  writeFileSync(join(cluster, 'PG_VERSION'), '17\n');
  const before = statSync(cluster).mtimeMs;
  const refused = startForTest(dataDirectory);
  await expect(refused).rejects.toThrow(/written by PostgreSQL 17; this release brings PostgreSQL 18\.\d+/);
  await expect(refused).rejects.toThrow(/pg_dump.*pg_restore.*svc\.datasource\.url/s);
  expect(statSync(cluster).mtimeMs).toBe(before);
});

test('an incomplete database is refused and not changed', async () => {
  const dataDirectory = join(temporaryDirectory(), 'postgres');
  mkdirSync(join(dataDirectory, 'cluster', 'base'), { recursive: true });
  await expect(startForTest(dataDirectory)).rejects.toThrow('it has no PG_VERSION');
  expect(readdirSync(join(dataDirectory, 'cluster'))).toEqual(['base']);
});

test('missing library links are created in the package', async () => {
  const { nativePackage, ...staged } = stageCheckout(temporaryDirectory());
  const dataDirectory = join(temporaryDirectory(), 'postgres');
  const supervisor = startSupervisorProcess({ ...staged, options: { dataDirectory } });
  expect(await supervisor.report).toMatchObject({ firstStart: true });
  expect(listLinks(nativePackage).every((link) => lstatSync(link).isSymbolicLink())).toBe(true);
  expect(readdirSync(dataDirectory).some((name) => name.startsWith('binaries-'))).toBe(false);
  await supervisor.stop();
});

test('an ordinary user with read-only packages runs a copy, which is created once', async () => {
  const { nativePackage, ...staged } = stageCheckout(temporaryDirectory());
  chmodSync(join(nativePackage, 'native', 'lib'), 0o555);
  const dataDirectory = join(temporaryDirectory(0o777), 'postgres');
  const spec = { ...staged, options: { dataDirectory }, runAs };
  const first = startSupervisorProcess(spec);
  expect(await first.report).toMatchObject({ firstStart: true });
  expect(await first.stop()).toBe(0);
  const copies = () => readdirSync(dataDirectory).filter((name) => name.startsWith('binaries-'));
  expect(copies()).toHaveLength(1);
  const made = statSync(join(dataDirectory, copies()[0] ?? '')).mtimeMs;
  const second = startSupervisorProcess(spec);
  expect(await second.report).toMatchObject({ firstStart: false });
  expect(await second.stop()).toBe(0);
  expect(statSync(join(dataDirectory, copies()[0] ?? '')).mtimeMs).toBe(made);
});

test('a database that its link no longer reaches is not silently replaced by an empty one', async () => {
  const directory = temporaryDirectory();
  const dataDirectory = join(directory, 'postgres');
  await (await startForTest(dataDirectory)).stop();
  renameSync(join(dataDirectory, 'cluster'), join(directory, 'elsewhere'));
  symlinkSync(join(directory, 'gone'), join(dataDirectory, 'cluster'));
  await expect(startForTest(dataDirectory)).rejects.toThrow(
    'is a link to a database that is not there any more',
  );
});

// An ordinary user cannot become root: there these rules do not apply.
if (isRoot)
  describe('as root', () => {
    const user = runAs ?? { uid: 0, gid: 0 };

    test('the database runs as another user, who owns its files', async () => {
      const dataDirectory = join(temporaryDirectory(), 'postgres');
      const postgres = await startForTest(dataDirectory);
      expect(statSync(join(dataDirectory, 'cluster')).uid).toBe(user.uid);
      expect(statSync(`/proc/${postgres.pid}`).uid).toBe(user.uid);
    });

    test('a private svc.data.directory gets only the execute bit', async () => {
      const parent = temporaryDirectory(0o700);
      const postgres = await startForTest(join(parent, 'postgres'));
      expect(await ask(postgres.url, 'SELECT 1')).toEqual([1]);
      expect(statSync(parent).mode & 0o777).toBe(0o711);
    });

    test('a private checkout keeps its mode, and its database is kept elsewhere and found again', async () => {
      const home = temporaryDirectory(0o700);
      const fallbackDirectory = join(temporaryDirectory(), 'fallback');
      const dataDirectory = join(home, 'checkout', 'data', 'postgres');
      mkdirSync(join(home, 'checkout'));
      const warnings: string[] = [];
      const log = (_level: string, message: string) => void warnings.push(message);
      const first = await startForTest(dataDirectory, { fallbackDirectory, log });
      expect(statSync(home).mode & 0o777).toBe(0o700);
      expect(realpathSync(join(dataDirectory, 'cluster'))).toContain(fallbackDirectory);
      expect(warnings).toContainEqual(
        expect.stringContaining('Set svc.data.directory to choose another place'),
      );
      await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
      await first.stop();
      const second = await startForTest(dataDirectory, { fallbackDirectory });
      expect(await ask(second.url, 'SELECT answer FROM kept')).toEqual([42]);
    });

    test('binaries in a private checkout are copied', async () => {
      const home = temporaryDirectory(0o700);
      const staged = stageCheckout(home);
      const dataDirectory = join(temporaryDirectory(), 'postgres');
      const supervisor = startSupervisorProcess({ ...staged, options: { dataDirectory } });
      expect(await supervisor.report).toMatchObject({ firstStart: true });
      expect(readdirSync(dataDirectory).some((name) => name.startsWith('binaries-'))).toBe(true);
      expect(await supervisor.stop()).toBe(0);
    });

    test('without a reachable folder the start fails and says what to do', async () => {
      const home = temporaryDirectory(0o700);
      mkdirSync(join(home, 'checkout'));
      const file = join(home, 'file');
      writeFileSync(file, '');
      const refused = startForTest(join(home, 'checkout', 'data', 'postgres'), { fallbackDirectory: file });
      await expect(refused).rejects.toThrow(`may not enter ${home} on the way to`);
      await expect(refused).rejects.toThrow('Set svc.data.directory to a place outside it');
    });

    test('a database of an ordinary user keeps its owner when root starts it', async () => {
      const staged = stageCheckout(temporaryDirectory());
      const dataDirectory = join(temporaryDirectory(0o777), 'postgres');
      const spec = { ...staged, options: { dataDirectory }, runAs: user };
      const first = startSupervisorProcess(spec);
      expect(await first.report).toMatchObject({ firstStart: true });
      expect(await first.stop()).toBe(0);
      const asRoot = await startForTest(dataDirectory);
      expect(asRoot.firstStart).toBe(false);
      await asRoot.stop();
      const again = startSupervisorProcess(spec);
      expect(await again.report).toMatchObject({ firstStart: false });
      expect(await again.stop()).toBe(0);
    });

    test('a backup restored by root gets the user of the database as owner', async () => {
      const dataDirectory = join(temporaryDirectory(), 'postgres');
      await (await startForTest(dataDirectory)).stop();
      const cluster = join(dataDirectory, 'cluster');
      cpSync(cluster, `${cluster}.backup`, { recursive: true });
      rmSync(cluster, { recursive: true });
      renameSync(`${cluster}.backup`, cluster);
      expect(statSync(cluster).uid).toBe(0);
      const postgres = await startForTest(dataDirectory);
      expect(await ask(postgres.url, 'SELECT 1')).toEqual([1]);
    });
  });
