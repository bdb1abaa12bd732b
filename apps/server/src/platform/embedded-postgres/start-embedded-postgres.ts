import { resolve } from 'node:path';
import { prepareDataDirectory } from './data-directory.ts';
import { databaseUrl, ensureDatabase } from './database-connection.ts';
import { ensurePassword } from './database-password.ts';
import type { EmbeddedPostgresLog } from './embedded-postgres-log.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { prepareCluster } from './prepare-cluster.ts';
import { type RunningServer, runPostgres } from './run-postgres.ts';
import { type ServerLog, serverLog } from './server-log.ts';
import { stopServer } from './server-process.ts';
import { acquireSupervisorLock, type SupervisorLock } from './supervisor-lock.ts';

export interface EmbeddedPostgresOptions {
  /** `<svc.data.directory>/postgres`. It must contain nothing else, and its parent only our files. */
  dataDirectory: string;
  /** 0 (the default) uses a free port, the same at every start if possible. */
  port?: number;
  log: EmbeddedPostgresLog;
  /** Created if missing. */
  database?: string;
  /** Overrides settings of PostgreSQL, such as `fsync: 'off'` for temporary databases. */
  settings?: Record<string, string>;
  /** Called if the server ends without `stop`. Logged by default. */
  onExit?: (message: string) => void;
  /** Where root keeps the database if its user cannot reach the data directory. */
  fallbackDirectory?: string;
  now?: () => Date;
}

export interface EmbeddedPostgres {
  url: string;
  pid: number;
  /** The server was still running after its supervisor had been killed. */
  reattached: boolean;
  /** The database was created by this start. */
  firstStart: boolean;
  /** Also stops a server that was reattached. Idempotent. */
  stop(): Promise<void>;
}

/** Throws an `EmbeddedPostgresError` whose message says what to do. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDirectory = resolve(options.dataDirectory);
  prepareDataDirectory(dataDirectory);
  const lock = await acquireSupervisorLock(dataDirectory, { now: options.now ?? (() => new Date()) });
  try {
    return await startLocked(dataDirectory, lock, options);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startLocked(
  dataDirectory: string,
  lock: SupervisorLock,
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const {
    log,
    port = 0,
    database = 'tallyman',
    settings = {},
    fallbackDirectory = '/var/lib/tallyman',
  } = options;
  const password = ensurePassword(dataDirectory);
  const prepared = await prepareCluster({
    dataDirectory,
    fallbackDirectory,
    password: password.value,
    durable: settings.fsync !== 'off',
    log,
  });
  const ownLog = serverLog(dataDirectory);
  const running = await runPostgres({
    prepared,
    dataDirectory,
    password,
    port,
    settings,
    serverLog: ownLog,
    log,
  });
  const supervision = supervise(running, prepared.binaries, ownLog, lock, options);
  try {
    await ensureDatabase(running.port, password, database);
  } catch (error) {
    await supervision.stop();
    throw error;
  }
  return {
    url: databaseUrl(running.port, password.value, database),
    pid: running.server.pid,
    reattached: running.reattached,
    firstStart: prepared.isNew,
    stop: supervision.stop,
  };
}

function supervise(
  { server }: RunningServer,
  binaries: PostgresBinaries,
  ownLog: ServerLog,
  lock: SupervisorLock,
  { log, onExit }: EmbeddedPostgresOptions,
): Pick<EmbeddedPostgres, 'stop'> {
  let stopped: Promise<void> | undefined;
  const report = onExit ?? ((message: string) => log('error', message));
  const stopBounding = ownLog.keepBounded();
  const logBegin = ownLog.prepare();
  void server.exited.then((how) => {
    stopBounding();
    if (stopped !== undefined) return;
    const message = `The embedded PostgreSQL ended unexpectedly (${how}). The end of ${ownLog.path}:`;
    report(`${message}\n${ownLog.tail(logBegin)}`);
  });
  const stopOnce = async () => {
    await stopServer(server, binaries, log);
    lock.release();
  };
  return {
    stop() {
      stopped ??= stopOnce();
      return stopped;
    },
  };
}
