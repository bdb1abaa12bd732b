import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { EmbeddedPostgresLog } from './embedded-postgres-log.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { findPostmasterFile } from './postmaster-file.ts';
import { isPostmasterOf } from './process-liveness.ts';
import type { RunAs } from './run-as.ts';
import { programOptions, runProgram } from './run-program.ts';
import type { ServerLog } from './server-log.ts';

/** A running PostgreSQL server, our child or an orphan of an earlier run. */
export interface ServerProcess {
  pid: number;
  cluster: string;
  /** Resolves with how it ended. Does not keep this process alive. */
  exited: Promise<string>;
  /** For PostgreSQL, SIGINT is a fast shutdown and SIGQUIT an immediate one. */
  signal(signal: 'SIGINT' | 'SIGQUIT'): void;
}

/** Servers that are stopped when this process exits without `stopServer`, for example after an uncaught error. */
function stopWithUs(server: ServerProcess): ServerProcess {
  const stop = () => server.signal('SIGINT');
  process.once('exit', stop);
  void server.exited.then(() => process.off('exit', stop));
  return server;
}

export function spawnServer(
  binaries: PostgresBinaries,
  cluster: string,
  args: string[],
  runAs: RunAs | null,
  log: ServerLog,
): ServerProcess {
  const output = log.openForAppending();
  // A separate process group: Ctrl-C in a terminal goes to the whole group, and PostgreSQL would close all connections
  // while we are still draining requests.
  const child = spawn(binaries.postgres, args, {
    ...programOptions(runAs),
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.unref();
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
  return stopWithUs({ pid: child.pid ?? 0, cluster, exited, signal: (name) => void child.kill(name) });
}

const ORPHAN_POLL_MS = 200;

export function adoptServer(pid: number, cluster: string): ServerProcess {
  const exited = new Promise<string>((resolve) => {
    const timer = setInterval(() => {
      if (isPostmasterOf(pid, cluster)) return;
      clearInterval(timer);
      resolve('it is gone');
    }, ORPHAN_POLL_MS).unref();
  });
  const signal = (name: 'SIGINT' | 'SIGQUIT') => {
    if (isPostmasterOf(pid, cluster)) process.kill(pid, name);
  };
  return stopWithUs({ pid, cluster, exited, signal });
}

const READY_POLL_MS = 5;
const PATIENCE_MS = 10_000;

/**
 * Returns null when the server accepts connections, or how it ended. There is no time limit: after a crash it replays its
 * log, and stopping it would only make the next start replay it again.
 */
export async function waitUntilReady(
  server: ServerProcess,
  log: EmbeddedPostgresLog,
): Promise<string | null> {
  let ended: string | null = null;
  void server.exited.then((how) => {
    ended = how;
  });
  let nextReport = Date.now() + PATIENCE_MS / 5;
  while (ended === null) {
    const file = findPostmasterFile(server.cluster);
    if (file?.pid === server.pid && file.status === 'ready') return null;
    if (Date.now() > nextReport) {
      log(
        'info',
        'Still waiting for the embedded PostgreSQL; replaying its log after a crash can take minutes.',
      );
      nextReport = Date.now() + PATIENCE_MS;
    }
    await sleep(READY_POLL_MS);
  }
  return ended;
}

const FAST_STOP_MS = 60_000;
const IMMEDIATE_STOP_MS = 15_000;

export async function stopServer(
  server: ServerProcess,
  binaries: PostgresBinaries,
  log: EmbeddedPostgresLog,
): Promise<void> {
  await requestStop(server, binaries, 'fast');
  if (await endsWithin(server, FAST_STOP_MS)) return;
  log('warn', 'The embedded PostgreSQL does not stop; stopping it immediately. The next start recovers.');
  await requestStop(server, binaries, 'immediate');
  if (await endsWithin(server, IMMEDIATE_STOP_MS)) return;
  throw new EmbeddedPostgresError(`The embedded PostgreSQL (process ${server.pid}) cannot be stopped.`);
}

async function requestStop(
  server: ServerProcess,
  binaries: PostgresBinaries,
  mode: 'fast' | 'immediate',
): Promise<void> {
  if (process.platform === 'win32') {
    await runProgram(binaries.pgCtl, ['stop', '-W', '-D', server.cluster, '-m', mode], { runAs: null });
  } else {
    server.signal(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  }
}

async function endsWithin(server: ServerProcess, milliseconds: number): Promise<boolean> {
  const abortTimeout = new AbortController();
  const ended = server.exited.then(() => true);
  const timeout = sleep(milliseconds, false, { signal: abortTimeout.signal }).catch(() => true);
  const result = await Promise.race([ended, timeout]);
  abortTimeout.abort();
  return result;
}
