/**
 * One temporary folder per test run for everything that the tests write. It is removed when the run ends, even if it failed
 * or was interrupted. The next run removes folders of runs that were killed.
 */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PREFIX = 'tallyman-run-';
const SHUTDOWN_MS = 10_000;
/** The depth of data directories in the folders of tests. */
const SEARCH_DEPTH = 5;

export function createTestDirectory(parent = tmpdir()) {
  const directory = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  // The embedded PostgreSQL runs as another user when the tests run as root.
  chmodSync(directory, 0o755);
  return directory;
}

/** Stops the PostgreSQL servers whose data is in the folder, then removes it. */
export async function removeTestDirectory(directory) {
  await Promise.all(listPostmasters(directory).map(stopPostmaster));
  rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Removes the folders of runs whose process is gone. */
export async function removeAbandonedTestDirectories(parent = tmpdir()) {
  for (const name of readdirSync(parent)) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]);
    if (!pid || isRunning(pid)) continue;
    // A folder of another user can only be removed by that user.
    await removeTestDirectory(join(parent, name)).catch(() => {});
  }
}

function listPostmasters(directory, depth = SEARCH_DEPTH) {
  const entries = readdirSync(directory, { withFileTypes: true });
  if (entries.some(({ name }) => name === 'PG_VERSION'))
    return listRunning(join(directory, 'postmaster.pid'));
  if (depth === 0) return [];
  const folders = entries.filter((entry) => entry.isDirectory());
  return folders.flatMap(({ name }) => listPostmasters(join(directory, name), depth - 1));
}

function listRunning(pidFile) {
  try {
    return [Number.parseInt(readFileSync(pidFile, 'utf8'), 10)].filter(isRunning);
  } catch {
    return [];
  }
}

/** SIGQUIT is PostgreSQL's immediate shutdown, without a checkpoint. */
async function stopPostmaster(pid) {
  process.kill(pid, 'SIGQUIT');
  const deadline = performance.now() + SHUTDOWN_MS;
  while (isRunning(pid) && performance.now() < deadline) await sleep(50);
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
