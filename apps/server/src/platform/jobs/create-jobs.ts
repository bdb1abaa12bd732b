import type { PgBoss } from 'pg-boss';
import { type ConnectionSettings, connect } from '../db/connect.ts';
import type { Db } from '../db/database.ts';
import type { CheckResult } from '../health/health.ts';
import type { Log } from '../log/create-log.ts';
import type { JobPayloads } from './catalog.ts';
import { createBoss } from './create-boss.ts';
import { createEnqueuer, type Enqueuer } from './create-enqueuer.ts';
import type { HandlersOf } from './job-handler.ts';
import type { AnyJobCatalog, JobCatalog } from './job-settings.ts';
import { assignMissingTurns, hasFailed, listFailedJobs, listQueueStats } from './pgboss-store.ts';
import type { FailedJob, QueueStats } from './queue-stats.ts';
import { startWorkers, type WorkerOptions, type Workers } from './start-workers.ts';
import { findProgress, isProcessing, type WorkProgress } from './work-token-store.ts';

/** Durable work: a job runs once its transaction has committed, even if nodes die. */
export interface Jobs<Payloads = JobPayloads> extends Enqueuer<Payloads> {
  /** After this, jobs can be enqueued. Throws if the job tables are missing or belong to another release. */
  start(): Promise<void>;
  /** After this, this node runs jobs and enqueues scheduled ones. */
  startWorkers(handlers: HandlersOf<Payloads>, cronOf?: WorkerOptions['cronOf']): void;
  /** See `Workers.stop`. */
  stopWorkers(graceMs: number): Promise<void>;
  stop(): Promise<void>;
  /** True while any job of the token waits or runs. */
  isProcessing(db: Db, token: string): Promise<boolean>;
  /** True if a job of the token has failed. */
  hasFailed(db: Db, token: string): Promise<boolean>;
  findProgress(db: Db, token: string): Promise<WorkProgress | undefined>;
  stats(): Promise<QueueStats[]>;
  /** Failed jobs, latest first. */
  listFailed(db: Db, limit: number): Promise<FailedJob[]>;
  health(): CheckResult;
}

interface JobsOptions<Payloads> {
  readonly catalog: JobCatalog<Payloads>;
  readonly connection: ConnectionSettings;
  readonly log: Log;
  /** Whether this node may change the tables: after an update, indexes are rebuilt while the service runs. */
  readonly migrate?: boolean;
  /** How many jobs of one kind this node runs at the same time. */
  readonly concurrency?: number;
  /** A node whose heartbeat is older than this counts as dead, and its jobs are recovered. */
  readonly heartbeatSeconds?: number;
  readonly now?: () => Date;
  readonly onFinished?: WorkerOptions['onFinished'];
}

/** Connections of their own: heartbeats must not wait behind requests. */
const POOL = { enabled: true, maxSize: 4, minIdle: 0, idleTimeoutMs: 30_000, maxLifetimeMs: 1_800_000 };

export function createJobs<Payloads extends Record<keyof Payloads, object>>(
  options: JobsOptions<Payloads>,
): Jobs<Payloads> {
  const { log, concurrency = 4, heartbeatSeconds = 10, now = () => new Date(), onFinished } = options;
  const catalog = options.catalog as AnyJobCatalog;
  const connection = connect(jobConnection(options.connection), log);
  const boss = createBoss(connection.pool, options.migrate ?? false, log);
  const queues = Object.keys(catalog);
  let workers: Workers | undefined;

  const stopWorkers = async (graceMs: number): Promise<void> => {
    const stopping = workers;
    workers = undefined;
    await stopping?.stop(graceMs);
  };
  return {
    ...createEnqueuer(boss, catalog),
    start: async () => {
      await startBoss(boss, queues);
      await assignMissingTurns(
        connection.db,
        queues.filter((queue) => catalog[queue]?.takesTurns),
      );
    },
    startWorkers: (handlers, cronOf = () => undefined) => {
      const settings = { concurrency, heartbeatSeconds, now, log, onFinished };
      workers = startWorkers({ boss, connection, catalog, handlers, cronOf, ...settings });
    },
    stopWorkers,
    stop: async () => {
      await stopWorkers(0);
      await boss.stop({ graceful: false });
      await connection.close();
    },
    isProcessing,
    hasFailed,
    findProgress,
    stats: () => listQueueStats(connection.db, queues),
    listFailed: (db, limit) => listFailedJobs(db, queues, limit),
    health: () => ({ up: workers?.isHealthy() ?? true, data: { working: workers !== undefined } }),
  };
}

function jobConnection(settings: ConnectionSettings): ConnectionSettings {
  const { url, username, password, applicationName } = settings;
  return { url, username, password, applicationName: `${applicationName}-jobs`, pool: POOL };
}

const REMEDY = 'Start one node of this release with svc.init.tasks.enabled=true first.';

async function startBoss(boss: PgBoss, queues: readonly string[]): Promise<void> {
  if (!(await boss.isInstalled())) throw new Error(`The job tables are missing in the database. ${REMEDY}`);
  try {
    await boss.start();
  } catch (error) {
    throw new Error(`The job tables in the database cannot be used. ${REMEDY}`, { cause: error });
  }
  const known = new Set((await boss.getQueues()).map((queue) => queue.name));
  const missing = queues.filter((queue) => !known.has(queue));
  if (missing.length > 0) {
    throw new Error(`The database has no queues for the jobs ${missing.join(', ')}. ${REMEDY}`);
  }
}
