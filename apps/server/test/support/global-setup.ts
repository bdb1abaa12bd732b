import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/start-embedded-postgres.ts';
import { type Bundles, bundlePrograms } from './bundle-programs.ts';
import { createTemplate, onServer } from './test-template.ts';

const PACKAGES = join(import.meta.dirname, '../../../../node_modules');

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** Deleted after all tests. */
    testDirectory: string;
    bundles: Bundles;
  }
}

/**
 * One PostgreSQL for all tests, with a migrated template database that every test file clones: an embedded one in a
 * temporary directory, or the server of TALLYMAN_TEST_DATABASE_URL.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'tallyman-test-'));
  // Bundles in the directory are modules, and find the packages that they do not contain.
  await writeFile(join(directory, 'package.json'), '{"type":"module"}');
  await symlink(PACKAGES, join(directory, 'node_modules'), 'junction');
  const { url, stop } = await startPostgres(directory, process.env.TALLYMAN_TEST_DATABASE_URL);
  const [bundles] = await Promise.all([bundlePrograms(join(directory, 'programs')), createTemplate(url)]);
  project.provide('postgresUrl', url);
  project.provide('testDirectory', directory);
  project.provide('bundles', bundles);
  return async () => {
    await stop();
    await rm(directory, { recursive: true, force: true });
  };
}

async function startPostgres(
  directory: string,
  external: string | undefined,
): Promise<{ url: string; stop: () => Promise<void> }> {
  if (external) return { url: external, stop: async () => {} };
  const { url, stop } = await startEmbeddedPostgres({
    dataDirectory: join(directory, 'postgres'),
    log: () => {},
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      scram_iterations: '1',
    },
  });
  await shortenSignIn(url);
  return { url, stop };
}

/** Tests open thousands of connections. Stores the password again, with the few iterations of the settings. */
async function shortenSignIn(url: string): Promise<void> {
  const { username, password } = new URL(url);
  await onServer(url, (client) =>
    client.query(`alter role ${username} password ${pg.escapeLiteral(decodeURIComponent(password))}`),
  );
}
