import type { Tx } from '../db/database.ts';
import type { Log } from '../log/create-log.ts';
import type { JobName, JobReference } from './job-settings.ts';

/** What a handler is given. A job may be run again after a crash: what it does must bear repetition. */
export interface RunningJob<Payload> extends JobReference {
  readonly payload: Payload;
  /** 0 on the first run, then 1, 2, … */
  readonly attempt: number;
  /** Aborted when the node stops, when the time is up, and when another node has taken the job over. */
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Shown to whoever polls the job's token. Cheap: written once a second at most. */
  progress(done: number, total?: number, phase?: string): void;
  /**
   * Commits the job's effect and its completion together, so that the effect happens exactly once. Throws, and
   * so rolls the transaction back, when another node has taken the job over. Call it last: it locks the job.
   *
   * Follow-up jobs belong into the same transaction, enqueued with `{ continues: job }`: then there is no moment
   * at which the job's tokens look done.
   */
  completeInTransaction(tx: Tx): Promise<void>;
}

export type JobHandler<Payload> = (job: RunningJob<Payload>) => Promise<void>;

/** A job that is not tried again. */
export interface GivenUpJob<Payload> extends JobReference {
  readonly payload: Payload;
  readonly reason: string;
}

/** Writes the failure where people look for it, in the transaction that gives the job up. */
export type RecordGivenUp<Payload> = (tx: Tx, job: GivenUpJob<Payload>) => Promise<void>;

/** For jobs whose failure somebody waits to hear of. */
export interface AccountableHandler<Payload> {
  readonly run: JobHandler<Payload>;
  readonly recordGivenUp: RecordGivenUp<Payload>;
}

/** One handler per job name: a kind of job that nobody handles does not compile. */
export type HandlersOf<Payloads> = {
  readonly [Name in JobName<Payloads>]: JobHandler<Payloads[Name]> | AccountableHandler<Payloads[Name]>;
};

export type AnyHandlers = Readonly<Record<string, JobHandler<never> | AccountableHandler<never>>>;

export function toAccountable(
  handler: JobHandler<never> | AccountableHandler<never>,
): Pick<AccountableHandler<never>, 'run'> & Partial<AccountableHandler<never>> {
  return typeof handler === 'function' ? { run: handler } : handler;
}
