import type { Tx } from '../db/database.ts';
import type { Log } from '../log/create-log.ts';
import type { JobName, JobReference } from './job-settings.ts';

/** The input of a handler. A job may run again after a crash: handlers must be idempotent. */
export interface RunningJob<Payload> extends JobReference {
  readonly payload: Payload;
  /** 0 on the first run, then 1, 2, … */
  readonly attempt: number;
  /** Aborted when the node stops, at the timeout, and when another node has recovered the job. */
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Shown to callers who poll the job's token. Cheap: written at most once a second. */
  progress(done: number, total?: number, phase?: string): void;
  /**
   * Completes the job in the transaction of its effect, so that the effect happens exactly once. Throws, and so rolls
   * the transaction back, if another node has recovered the job. Call it last: it locks the job.
   *
   * Enqueue follow-up jobs in the same transaction with `{ continues: job }`: then the job's tokens never look finished
   * in between.
   */
  completeInTransaction(tx: Tx): Promise<void>;
}

export type JobHandler<Payload> = (job: RunningJob<Payload>) => Promise<void>;

/** A job that is not retried any more. */
export interface JobFailure<Payload> extends JobReference {
  readonly payload: Payload;
  readonly reason: string;
}

/** Records the failure for users, in the transaction that fails the job. */
export type OnJobFailure<Payload> = (tx: Tx, job: JobFailure<Payload>) => Promise<void>;

/** A handler that also records failures of its jobs. */
export interface JobHandlerObject<Payload> {
  readonly run: JobHandler<Payload>;
  readonly onFailure: OnJobFailure<Payload>;
}

/** One handler per kind of job: a missing one does not compile. */
export type HandlersOf<Payloads> = {
  readonly [Name in JobName<Payloads>]: JobHandler<Payloads[Name]> | JobHandlerObject<Payloads[Name]>;
};

export type AnyHandlers = Readonly<Record<string, JobHandler<never> | JobHandlerObject<never>>>;

export function toHandlerObject(
  handler: JobHandler<never> | JobHandlerObject<never>,
): Pick<JobHandlerObject<never>, 'run'> & Partial<JobHandlerObject<never>> {
  return typeof handler === 'function' ? { run: handler } : handler;
}
