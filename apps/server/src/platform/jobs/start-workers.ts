import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import type { Connection } from '../db/connect.ts';
import { inTransaction } from '../db/database.ts';
import { isUniqueViolation } from '../db/database-errors.ts';
import { listenToChannel } from '../db/listen-to-channel.ts';
import type { Log } from '../log/create-log.ts';
import { type Consumer, consumeQueue } from './consume-queue.ts';
import { enqueueTick } from './create-enqueuer.ts';
import { endAttempt } from './end-attempt.ts';
import { JobInterruptedError } from './job-errors.ts';
import { type AnyHandlers, type JobHandler, toHandlerObject } from './job-handler.ts';
import { type AnyJobCatalog, type AnyJobSettings, PRIORITY_LEVELS } from './job-settings.ts';
import { JOBS_CHANNEL, notifyWorkers } from './jobs-channel-store.ts';
import { type ClaimedJob, claimJobs, listReadyQueues, lockAttempt } from './pgboss-store.ts';
import { getCapacities } from './queue-store.ts';
import { recoverAbandonedJobs } from './recover-abandoned-jobs.ts';
import { type Attempt, runAttempt } from './run-attempt.ts';
import { startHeartbeat } from './start-heartbeat.ts';
import { startSchedules } from './start-schedules.ts';

export interface WorkerOptions {
  readonly boss: PgBoss;
  readonly connection: Connection;
  readonly catalog: AnyJobCatalog;
  readonly handlers: AnyHandlers;
  readonly cronOf: (property: string) => string | undefined;
  readonly concurrency: number;
  readonly heartbeatSeconds: number;
  readonly now: () => Date;
  readonly log: Log;
  readonly onFinished?: ((name: string, outcome: 'completed' | 'failed') => void) | undefined;
}

export interface Workers {
  /** Whether the heartbeat of this node reached the database recently. */
  isHealthy(): boolean;
  /**
   * Claims no more jobs and lets running ones finish. After the grace time they are interrupted and released, so that
   * another node can start them at once.
   */
  stop(graceMs: number): Promise<void>;
}

/** What the jobs of this node share. */
interface Running {
  /** Changed numbers of jobs of a queue that this node runs at the same time. */
  capacities: ReadonlyMap<string, number>;
  readonly attempts: Set<Attempt>;
  readonly ends: Set<Promise<void>>;
  readonly abandon: AbortController;
}

/** For handlers to stop after their signal, and for the jobs to be released. */
const RELEASE_MS = 5_000;

const MAINTENANCE_INTERVAL_MS = 60_000;

function createRunning(): Running {
  return { capacities: new Map(), attempts: new Set(), ends: new Set(), abandon: new AbortController() };
}

export function startWorkers(options: WorkerOptions): Workers {
  const { boss, catalog, connection, log } = options;
  const { db, pool } = connection;
  const running = createRunning();
  const consumers = new Map(
    Object.keys(catalog).map((name) => [name, startConsumer(name, running, options)]),
  );
  const wake = (queue: string) => consumers.get(queue)?.wake();
  const queues = [...consumers.keys()];
  // One query, because most queues are empty. If it fails, the heartbeat soon asks again.
  const wakeReady = () =>
    void listReadyQueues(db, queues).then(
      (ready) => ready.forEach(wake),
      () => {},
    );

  const listener = listenToChannel({
    pool,
    channel: JOBS_CHANNEL,
    log,
    onMessage: wake,
    onConnected: wakeReady,
  });
  const schedules = startSchedules({
    ...options,
    enqueueTick: (name, tick) => inTransaction(db, (tx) => enqueueTick(boss, tx, name, tick)),
  });
  const { attempts } = running;
  const heartbeat = startHeartbeat({
    ...options,
    db,
    attempts,
    queues,
    recoverAbandoned: () => recoverAbandonedJobs({ ...options, db }),
    refreshCapacities: async () => {
      running.capacities = await getCapacities(db);
    },
    onReady: wake,
  });
  const maintenance = setInterval(() => maintain(boss, log), MAINTENANCE_INTERVAL_MS);

  return {
    isHealthy: () => heartbeat.isHealthy(),
    stop: async (graceMs) => {
      clearInterval(maintenance);
      await schedules.stop();
      await listener.stop();
      await Promise.all([...consumers.values()].map((consumer) => consumer.stop()));
      await drain(running, graceMs);
      await heartbeat.stop();
      await notifyWorkers(db, queues).catch(() => {});
    },
  };
}

function startConsumer(queue: string, running: Running, options: WorkerOptions): Consumer {
  const { connection, log } = options;
  const settings = options.catalog[queue] as AnyJobSettings;
  // One place is reserved: for small jobs where jobs take turns, otherwise for interactive ones.
  const reserved = settings.takesTurns ? { isSmall: true } : { lowestPriority: PRIORITY_LEVELS.interactive };
  const fetch = async (count: number, onlyInteractive: boolean): Promise<Attempt[]> => {
    const confirmedAt = performance.now();
    const only = onlyInteractive ? reserved : {};
    const jobs = await claimJobs(connection.db, queue, count, only).catch(noJobsIfClaimed);
    return jobs.map((job) => toAttempt(job, confirmedAt));
  };
  return consumeQueue<Attempt>({
    queue,
    concurrency: () =>
      settings.runs === 'alone'
        ? 1
        : (running.capacities.get(queue) ?? settings.concurrency ?? options.concurrency),
    fetch,
    run: (attempt) => track(attempt, running, settings, options),
    release: async (attempt) => {
      const deps = { db: connection.db, log, settings, onFailure: undefined };
      await endAttempt(attempt, { kind: 'interruption', cause: 'node-stopped' }, lockAttempt, deps);
    },
    onError: (error) => log.warn({ err: error, job: queue }, 'Jobs could not be claimed'),
  });
}

/** Another node has just claimed a job of the same key. */
function noJobsIfClaimed(error: unknown): ClaimedJob[] {
  if (isUniqueViolation(error)) return [];
  throw error;
}

function toAttempt(job: ClaimedJob, confirmedAt: number): Attempt {
  return { ...job, controller: new AbortController(), confirmedAt, completedInTransaction: false };
}

async function track(
  attempt: Attempt,
  { attempts, ends, abandon }: Running,
  settings: AnyJobSettings,
  options: WorkerOptions,
): Promise<void> {
  const { run, onFailure } = toHandlerObject(options.handlers[attempt.name] as JobHandler<never>);
  const { log, onFinished, connection } = options;
  attempts.add(attempt);
  const end = runAttempt(attempt, {
    db: connection.db,
    log,
    settings,
    handler: run,
    onFailure,
    onFinished,
    abandon: abandon.signal,
  });
  ends.add(end);
  await end;
  ends.delete(end);
  attempts.delete(attempt);
}

async function drain({ attempts, ends, abandon }: Running, graceMs: number): Promise<void> {
  const ended = async () => {
    await Promise.all(ends);
    return true;
  };
  if (await within(graceMs, ended())) return;
  for (const { controller } of attempts) controller.abort(new JobInterruptedError('This node stops.'));
  if (await within(RELEASE_MS, ended())) return;
  abandon.abort();
  await Promise.all(ends);
}

async function within(ms: number, done: Promise<boolean>): Promise<boolean> {
  const timer = new AbortController();
  const late = sleep(ms, false, { signal: timer.signal }).catch(() => false);
  try {
    return await Promise.race([done, late]);
  } finally {
    timer.abort();
  }
}

function maintain(boss: PgBoss, log: Log): void {
  boss
    .supervise()
    .catch((error: unknown) => log.warn({ err: error }, 'The job tables could not be maintained'));
}
