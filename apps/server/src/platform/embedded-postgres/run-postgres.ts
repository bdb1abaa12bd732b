import { setTimeout as sleep } from 'node:timers/promises';
import { resetPassword } from './cluster.ts';
import { answersAs } from './database-connection.ts';
import type { DatabasePassword } from './database-password.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { EmbeddedPostgresLog } from './embedded-postgres-log.ts';
import { errorCode } from './error-code.ts';
import { choosePort, findFreePort } from './loopback-port.ts';
import { findPostmasterFile, removePostmasterFile, wasStartedWith } from './postmaster-file.ts';
import type { PreparedCluster } from './prepare-cluster.ts';
import { isPostmasterOf, isProcessAlive, listProcessesIn } from './process-liveness.ts';
import { runProgram } from './run-program.ts';
import { lz4CheckArguments, planServerArguments } from './server-arguments.ts';
import type { ServerLog } from './server-log.ts';
import {
  adoptServer,
  type ServerProcess,
  spawnServer,
  stopServer,
  waitUntilReady,
} from './server-process.ts';

export interface RunningServer {
  server: ServerProcess;
  port: number;
  reattached: boolean;
}

interface RunOptions {
  prepared: PreparedCluster;
  dataDirectory: string;
  password: DatabasePassword;
  /** 0 means any port. */
  port: number;
  settings: Record<string, string>;
  serverLog: ServerLog;
  log: EmbeddedPostgresLog;
}

/** Reattaches to a server of an earlier run if it has the same version and settings. Otherwise starts one. */
export async function runPostgres(options: RunOptions): Promise<RunningServer> {
  const argumentsFor = await planArguments(options);
  const orphan = findOrphan(options);
  if (orphan !== null) {
    const { server, port } = orphan;
    if (await isUsable(orphan, argumentsFor(port), options)) return { server, port, reattached: true };
    options.log('warn', `Stopping a PostgreSQL (process ${server.pid}) that an earlier run left behind.`);
    await stopServer(server, options.prepared.binaries, options.log);
  }
  if (options.password.isNew && !options.prepared.isNew) await setNewPassword(options);
  return await launch(argumentsFor, options);
}

type ArgumentsFor = (port: number) => string[];

async function planArguments({ prepared, settings }: RunOptions): Promise<ArgumentsFor> {
  const { binaries, cluster, runAs } = prepared;
  const lz4 = (await runProgram(binaries.postgres, lz4CheckArguments(cluster), { runAs })).code === 0;
  return (port) => planServerArguments({ cluster, port, lz4, settings });
}

interface Orphan {
  server: ServerProcess;
  port: number;
}

function findOrphan({ prepared: { cluster }, log }: RunOptions): Orphan | null {
  const file = findPostmasterFile(cluster);
  if (file === null) return null;
  if (isPostmasterOf(file.pid, cluster)) return { server: adoptServer(file.pid, cluster), port: file.port };
  log(
    'warn',
    'The embedded PostgreSQL was not shut down cleanly; it is recovering. No committed data is lost.',
  );
  // PostgreSQL ignores the file of a dead process, but takes any live process with that pid for a server.
  if (isProcessAlive(file.pid)) removePostmasterFile(cluster);
  return null;
}

async function isUsable({ server, port }: Orphan, args: string[], options: RunOptions): Promise<boolean> {
  const { prepared, password, log } = options;
  if (options.port !== 0 && options.port !== port) return false;
  if (!wasStartedWith(prepared.cluster, args)) return false;
  if ((await waitUntilReady(server, log)) !== null) return false;
  return await answersAs(prepared.binaries.version, port, password.value);
}

async function setNewPassword({ prepared, password, log }: RunOptions): Promise<void> {
  log(
    'warn',
    `The password file of the embedded database was missing; setting a new password in ${password.path}.`,
  );
  await resetPassword(prepared.cluster, { ...prepared, password: password.value });
}

const LEFTOVERS_MS = 60_000;
const RETRY_MS = 200;

async function launch(argumentsFor: ArgumentsFor, options: RunOptions): Promise<RunningServer> {
  const { prepared, serverLog, log } = options;
  const deadline = Date.now() + LEFTOVERS_MS;
  for (;;) {
    const port = await choosePort(options.dataDirectory, options.port);
    const offset = serverLog.prepare();
    const server = spawnServer(
      prepared.binaries,
      prepared.cluster,
      argumentsFor(port),
      prepared.runAs,
      serverLog,
    );
    const ended = await waitUntilReady(server, log);
    if (ended === null) return { server, port, reattached: false };
    const reason = serverLog.tail(offset);
    if (Date.now() > deadline || !(await isPassing(reason, port, options))) {
      throw new EmbeddedPostgresError(
        `The embedded PostgreSQL did not start (${ended}). The end of ${serverLog.path}:\n${reason}`,
      );
    }
    await sleep(RETRY_MS);
  }
}

/**
 * Two reasons are transient: another process took the port between our choice and the start, or processes of a killed
 * server still hold its shared memory. Those notice the death of their server only between two steps of their query.
 */
async function isPassing(reason: string, port: number, options: RunOptions): Promise<boolean> {
  if (reason.includes('pre-existing shared memory block')) {
    endLeftovers(options.prepared.cluster);
    return true;
  }
  return options.port === 0 && (await findFreePort(port)) === null;
}

/** Safe: without their server these processes cannot commit anything. */
function endLeftovers(cluster: string): void {
  for (const pid of listProcessesIn(cluster)) {
    try {
      process.kill(pid, 'SIGQUIT');
    } catch (error) {
      if (errorCode(error) !== 'ESRCH') throw error;
    }
  }
}
