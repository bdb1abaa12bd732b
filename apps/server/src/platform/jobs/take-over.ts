import { type Db, inTransaction } from '../db/database.ts';
import type { Log } from '../log/create-log.ts';
import { endAttempt } from './end-attempt.ts';
import { type AnyHandlers, toAccountable } from './job-handler.ts';
import type { AnyJobCatalog, AnyJobSettings } from './job-settings.ts';
import {
  type AttemptReference,
  listAbandoned,
  listFailedByBoss,
  lockAbandoned,
  releaseFailedKey,
} from './jobs-store.ts';

interface TakeOverDeps {
  readonly db: Db;
  readonly log: Log;
  readonly catalog: AnyJobCatalog;
  readonly handlers: AnyHandlers;
  readonly heartbeatSeconds: number;
}

/** Makes the jobs of nodes that gave no sign of life available again, or gives those up that kill their nodes. */
export async function takeOverAbandoned(deps: TakeOverDeps): Promise<void> {
  const queues = Object.keys(deps.catalog);
  for (const attempt of await listAbandoned(deps.db, queues, deps.heartbeatSeconds)) {
    await takeOver(attempt, deps);
  }
  await settleFailedByBoss(deps, queues);
}

async function takeOver(attempt: AttemptReference, deps: TakeOverDeps): Promise<void> {
  const { db, heartbeatSeconds } = deps;
  const { name, id } = attempt;
  const log = deps.log.child({ job: name, jobId: id, attempt: attempt.attempt });
  const verdict = await endAttempt(
    attempt,
    { kind: 'interruption', cause: 'node-died' },
    (tx, ref) => lockAbandoned(tx, ref, heartbeatSeconds),
    {
      db,
      log,
      settings: deps.catalog[name] as AnyJobSettings,
      recordGivenUp: recordingOf(deps, name),
    },
  );
  if (verdict?.action === 'quarantine') {
    log.error({ reason: verdict.reason }, 'A job is quarantined: it seems to kill the nodes that run it');
  } else if (verdict) log.warn('Took over a job of a node that fell silent');
}

async function settleFailedByBoss(deps: TakeOverDeps, queues: readonly string[]): Promise<void> {
  for (const job of await listFailedByBoss(deps.db, queues)) {
    const released = await inTransaction(deps.db, async (tx) => {
      if (!(await releaseFailedKey(tx, job))) return false;
      await recordingOf(deps, job.name)?.(tx, job);
      return true;
    });
    if (released)
      deps.log.error({ job: job.name, jobId: job.id }, 'A job was given up because it took too long');
  }
}

function recordingOf({ handlers }: TakeOverDeps, name: string) {
  const handler = handlers[name];
  return handler && toAccountable(handler).recordGivenUp;
}
