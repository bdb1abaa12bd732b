import { fromKysely, type JobInsert, type PgBoss } from 'pg-boss';
import { v5 } from 'uuid';
import type { Db, Tx } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import {
  type AnyJobCatalog,
  type AnyJobSettings,
  type JobName,
  type JobPriority,
  type JobReference,
  PRIORITY_LEVELS,
} from './job-settings.ts';
import { notifyWorkers } from './jobs-channel-store.ts';
import {
  countInLanes,
  findLane,
  findUnfinishedJob,
  getWaitingTurns,
  hasUnfinishedJob,
  lockWaitingJob,
} from './pgboss-store.ts';
import { listLanes, planTurn, SMALL_LANE, type Turn, toCost, toLane, toPriority } from './plan-turn.ts';
import { waitForTurn } from './wait-for-turn.ts';
import { recordInheritedTokens, recordToken } from './work-token-store.ts';

export interface EnqueueOptions {
  /** The event token that is `processing` until the job ends. */
  readonly token?: string;
  /** The job whose tokens this one shares. Enqueue before that one completes, or its tokens look finished meanwhile. */
  readonly continues?: JobReference;
  /** Overrides the priority of the kind. */
  readonly priority?: JobPriority;
  /** For kinds that take turns. A job that continues another one shares its lane. */
  readonly turn?: Turn;
  readonly startAfter?: Date;
  /** Enqueues nothing if a job with the same key and payload waits, and returns the id of that job. */
  readonly unlessWaiting?: boolean;
}

export interface Enqueuer<Payloads> {
  /** The job exists if and only if the transaction commits. Returns its id. */
  enqueue<Name extends JobName<Payloads>>(
    tx: Tx,
    name: Name,
    payload: Payloads[Name],
    options?: EnqueueOptions,
  ): Promise<string>;
  /** Enqueues many jobs of a kind in one statement, in this order. */
  enqueueAll<Name extends JobName<Payloads>>(
    tx: Tx,
    name: Name,
    payloads: readonly Payloads[Name][],
    options?: Omit<EnqueueOptions, 'unlessWaiting'>,
  ): Promise<string[]>;
  /** For kinds that take turns, before work is accepted: resolves later if the principal has much work waiting. */
  waitForTurn(db: Db, name: JobName<Payloads>, principal: string): Promise<void>;
  /** Whether a job with the same key and payload waits or runs. */
  isUnfinished<Name extends JobName<Payloads>>(db: Db, name: Name, payload: Payloads[Name]): Promise<boolean>;
}

const TICK_NAMESPACE = '0b6f4ffc-3b57-4f0e-9d1a-8a3f7f5f2a64';

export function createEnqueuer<Payloads extends Record<keyof Payloads, object>>(
  boss: PgBoss,
  catalog: AnyJobCatalog,
): Enqueuer<Payloads> {
  const enqueueAll: Enqueuer<Payloads>['enqueueAll'] = async (tx, name, payloads, options = {}) => {
    if (payloads.length === 0) return [];
    const settings = settingsOf(catalog, name);
    const jobs = payloads.map((payload) => toJob(settings, payload, options));
    const placed = settings.takesTurns ? await takeTurns(tx, name, jobs, options) : jobs;
    const ids = await insertJobs(boss, tx, name, placed);
    await recordTokens(tx, name, ids, payloads, options);
    await notifyWorkers(tx, [name]);
    return ids;
  };
  return {
    enqueueAll,
    enqueue: async (tx, name, payload, options = {}) => {
      const key = options.unlessWaiting ? keyOf(settingsOf(catalog, name), payload) : undefined;
      const waiting = key === undefined ? undefined : await lockWaitingJob(tx, name, key, payload);
      if (waiting === undefined) return (await enqueueAll(tx, name, [payload], options))[0] ?? '';
      await recordTokens(tx, name, [waiting], [payload], options);
      await notifyWorkers(tx, [name]);
      return waiting;
    },
    waitForTurn: (db, name, principal) =>
      waitForTurn((max) => countInLanes(db, name, listLanes(principal), max)),
    isUnfinished: async (db, name, payload) => {
      const key = keyOf(settingsOf(catalog, name), payload);
      return key !== undefined && hasUnfinishedJob(db, name, key, payload);
    },
  };
}

async function recordTokens(
  tx: Tx,
  queue: string,
  ids: readonly string[],
  payloads: readonly object[],
  { token, continues }: EnqueueOptions,
): Promise<void> {
  const jobs = { queue, ids, projectUuids: payloads.map(findProjectUuid) };
  if (token) await recordToken(tx, token, jobs);
  if (continues) await recordInheritedTokens(tx, continues, jobs);
}

function findProjectUuid(payload: object): string | null {
  return 'projectUuid' in payload ? String(payload.projectUuid) : null;
}

function keyOf({ runs }: AnyJobSettings, payload: object): string | undefined {
  return typeof runs === 'object' ? runs.oneAtATimePer(payload as never) : undefined;
}

/**
 * Enqueues a scheduled job. All nodes derive the same id for the same tick, so that only one of them succeeds. Returns
 * whether this one did.
 */
export async function enqueueTick(boss: PgBoss, tx: Tx, name: string, tick: Date): Promise<boolean> {
  const id = v5(`${name} ${tick.toISOString()}`, TICK_NAMESPACE);
  const job = { id, data: {}, priority: PRIORITY_LEVELS.scheduled };
  const inserted = await boss.insert(name, [job], { db: fromKysely(tx), returnId: true });
  if (!inserted) return false;
  await notifyWorkers(tx, [name]);
  return true;
}

function settingsOf(catalog: AnyJobCatalog, name: string): AnyJobSettings {
  const settings = catalog[name];
  if (!settings) throw new Error(`Unknown job "${name}".`);
  return settings;
}

/** Ids are time-ordered: jobs of one transaction have the same creation time, and are ordered by id. */
function toJob(settings: AnyJobSettings, payload: object, options: EnqueueOptions): NewJob {
  const key = keyOf(settings, payload);
  return {
    id: newUuid(),
    data: payload,
    priority: PRIORITY_LEVELS[options.priority ?? settings.priority],
    ...(options.startAfter ? { startAfter: options.startAfter } : {}),
    ...(key === undefined ? {} : { singletonKey: key }),
  };
}

type NewJob = JobInsert & { readonly id: string };

const NO_PRINCIPAL: Turn = { principal: '', bytes: 0 };

/** Of a job that continues a large one: its size in bytes is unknown. */
const CONTINUED_COST = 8;

async function takeTurns(
  tx: Tx,
  name: string,
  jobs: readonly NewJob[],
  { turn = NO_PRINCIPAL, continues }: EnqueueOptions,
): Promise<NewJob[]> {
  const inherited = continues && (await findLane(tx, continues));
  const lane = inherited ?? toLane(turn);
  const cost = inherited ? (inherited.startsWith(SMALL_LANE) ? 1 : CONTINUED_COST) : toCost(turn.bytes);
  const waiting = await getWaitingTurns(
    tx,
    name,
    jobs.length === 1 ? jobs[0]?.singletonKey : undefined,
    lane,
  );
  return jobs.map((job, ahead) => {
    const beside = { ...waiting, keysInLane: waiting.keysInLane + ahead };
    return { ...job, priority: toPriority(planTurn(beside, cost)), group: { id: lane, tier: String(cost) } };
  });
}

const INSERT_ATTEMPTS = 5;

/** If the kind runs alone and a job waits or runs, returns the id of that job. */
async function insertJobs(boss: PgBoss, tx: Tx, name: string, jobs: readonly NewJob[]): Promise<string[]> {
  for (let attempt = 0; attempt < INSERT_ATTEMPTS; attempt++) {
    const inserted = new Set(await boss.insert(name, [...jobs], { db: fromKysely(tx), returnId: true }));
    if (inserted.size === jobs.length) return jobs.map((job) => job.id);
    const unfinished = await findUnfinishedJob(tx, name);
    if (unfinished) return jobs.map((job) => (inserted.has(job.id) ? job.id : unfinished));
    // It finished between the two statements: try again.
  }
  throw new Error(`A job "${name}" could not be enqueued.`);
}
