/**
 * One temporary folder per test run for everything that the tests write. It is removed when the run ends, even if it failed
 * or was interrupted. The next run removes folders of runs that were killed.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PREFIX = 'tallyman-run-';
const SHUTDOWN_MS = 10_000;
/** The depth of data directories in the folders of tests. */
const SEARCH_DEPTH = 5;

const IN_MEMORY = '/dev/shm';
/** Several times of what the tests write at most. */
const NEEDED_BYTES = 8 * 1024 ** 3;

/**
 * The folder for the folders of runs: TMPDIR if set, otherwise memory if there is plenty, otherwise the usual one. A
 * database is a thousand files, and creating one takes 0.02 s of processor time in memory and 0.45 s on a disk.
 */
export function chooseTestParent(inMemory = IN_MEMORY) {
  return !process.env.TMPDIR && hasRoom(inMemory) && canExecuteIn(inMemory) ? inMemory : tmpdir();
}

function hasRoom(parent) {
  try {
    const { bavail, bsize } = statfsSync(parent);
    return Math.min(bavail * bsize, freemem()) >= NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** Some systems forbid it in memory, and tests run the programs that they build. */
function canExecuteIn(parent) {
  let folder;
  try {
    folder = mkdtempSync(join(parent, 'tallyman-probe-'));
    const program = join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    execFileSync(program);
    return true;
  } catch {
    return false;
  } finally {
    if (folder) rmSync(folder, { recursive: true, force: true });
  }
}

export function createTestDirectory(parent = tmpdir()) {
  const directory = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  // The embedded PostgreSQL runs as another user when the tests run as root.
  chmodSync(directory, 0o755);
  return directory;
}

/** Ends the programs that were started with a path in the folder, and the PostgreSQL servers whose data is in it. */
export async function removeTestDirectory(directory) {
  for (const pid of listPrograms(directory)) endProgram(Number(pid));
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

/** Nodes and browsers outlive a test worker that was killed. PostgreSQL has its own way to be stopped. */
function listPrograms(directory) {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').filter((name) => {
    const [program = '', ...args] = readArguments(name);
    return !program.includes('postgres') && args.some((text) => text.includes(directory));
  });
}

function endProgram(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

function readArguments(name) {
  try {
    return /^\d+$/.test(name) ? readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0') : [];
  } catch {
    return [];
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
