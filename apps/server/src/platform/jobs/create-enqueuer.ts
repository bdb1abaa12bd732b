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
import { findUnfinishedJob, hasUnfinishedJob, lockWaitingJob, notifyWorkers } from './jobs-store.ts';
import { listLanes, planTurn, SMALL_LANE, type Turn, toCost, toLane, toPriority } from './plan-turn.ts';
import { countInLanes, findLane, findWaitingTurns } from './turn-store.ts';
import { waitForTurn } from './wait-for-turn.ts';
import { recordInheritedTokens, recordToken } from './work-token-store.ts';

export interface EnqueueOptions {
  /** The event token that is being processed until the job is done. */
  readonly token?: string;
  /** The job whose tokens this one shares. Enqueue before that one completes, or its tokens look done meanwhile. */
  readonly continues?: JobReference;
  /** Where somebody waits for work that is usually scheduled, or the other way round. */
  readonly priority?: JobPriority;
  /** For kinds that take turns: for whom it is. A job that continues another one shares its lane. */
  readonly turn?: Turn;
  readonly startAfter?: Date;
  /** A job of the same key that waits and is told the same stands for this one too. */
  readonly unlessWaiting?: boolean;
}

export interface Enqueuer<Payloads> {
  /** The job exists when, and only when, the transaction commits. Answers its id. */
  enqueue<Name extends JobName<Payloads>>(
    tx: Tx,
    name: Name,
    payload: Payloads[Name],
    options?: EnqueueOptions,
  ): Promise<string>;
  /** Many jobs of a kind in one statement; they keep their order. */
  enqueueAll<Name extends JobName<Payloads>>(
    tx: Tx,
    name: Name,
    payloads: readonly Payloads[Name][],
    options?: Omit<EnqueueOptions, 'unlessWaiting'>,
  ): Promise<string[]>;
  /**
   * For kinds that take turns, before work is accepted: returns later when the principal has much waiting already.
   */
  waitForTurn(db: Db, name: JobName<Payloads>, principal: string): Promise<void>;
  /** Whether a job of the same key that is told the same waits or runs. */
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
    await follow(tx, name, ids, options);
    return ids;
  };
  return {
    enqueueAll,
    enqueue: async (tx, name, payload, options = {}) => {
      const key = options.unlessWaiting ? keyOf(settingsOf(catalog, name), payload) : undefined;
      const waiting = key === undefined ? undefined : await lockWaitingJob(tx, name, key, payload);
      if (waiting !== undefined) await follow(tx, name, [waiting], options);
      const [id = ''] = waiting === undefined ? await enqueueAll(tx, name, [payload], options) : [waiting];
      return id;
    },
    waitForTurn: (db, name, principal) =>
      waitForTurn((most) => countInLanes(db, name, listLanes(principal), most)),
    isUnfinished: async (db, name, payload) => {
      const key = keyOf(settingsOf(catalog, name), payload);
      return key !== undefined && hasUnfinishedJob(db, name, key, payload);
    },
  };
}

async function follow(
  tx: Tx,
  name: string,
  ids: readonly string[],
  { token, continues }: EnqueueOptions,
): Promise<void> {
  if (token) await recordToken(tx, token, name, ids);
  if (continues) await recordInheritedTokens(tx, continues, name, ids);
  await notifyWorkers(tx, [name]);
}

function keyOf({ runs }: AnyJobSettings, payload: object): string | undefined {
  return typeof runs === 'object' ? runs.oneAtATimePer(payload as never) : undefined;
}

/**
 * Enqueues what the clock asks for. All nodes make up the same id for the same tick, so that only one of them
 * succeeds. Answers whether this one did.
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
  if (!settings) throw new Error(`There is no job called "${name}".`);
  return settings;
}

/** Ids in the order of time: jobs of one transaction share their creation time, and then the id decides. */
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

const NOBODY: Turn = { principal: '', bytes: 0 };

/** Large work that continues other work is not known by its bytes. */
const CONTINUED_COST = 8;

async function takeTurns(
  tx: Tx,
  name: string,
  jobs: readonly NewJob[],
  { turn = NOBODY, continues }: EnqueueOptions,
): Promise<NewJob[]> {
  const inherited = continues && (await findLane(tx, continues));
  const lane = inherited ?? toLane(turn);
  const cost = inherited ? (inherited.startsWith(SMALL_LANE) ? 1 : CONTINUED_COST) : toCost(turn.bytes);
  const waiting = await findWaitingTurns(
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

const INSERT_TRIES = 5;

/** Of a kind that runs alone, the job that waits or runs already stands for those that are not accepted. */
async function insertJobs(boss: PgBoss, tx: Tx, name: string, jobs: readonly NewJob[]): Promise<string[]> {
  for (let tries = 0; tries < INSERT_TRIES; tries++) {
    const inserted = new Set(await boss.insert(name, [...jobs], { db: fromKysely(tx), returnId: true }));
    if (inserted.size === jobs.length) return jobs.map((job) => job.id);
    const standing = await findUnfinishedJob(tx, name);
    if (standing) return jobs.map((job) => (inserted.has(job.id) ? job.id : standing));
    // It finished between the two statements: there is room now.
  }
  throw new Error(`A job "${name}" could not be enqueued.`);
}
