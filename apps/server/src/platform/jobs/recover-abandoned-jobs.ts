import { type Db, inTransaction } from '../db/database.ts';
import type { Log } from '../log/create-log.ts';
import { endAttempt } from './end-attempt.ts';
import { type AnyHandlers, toHandlerObject } from './job-handler.ts';
import type { AnyJobCatalog, AnyJobSettings, AttemptReference } from './job-settings.ts';
import { listAbandoned, listFailedByBoss, lockAbandoned, releaseFailedKey } from './pgboss-store.ts';

interface RecoveryDeps {
  readonly db: Db;
  readonly log: Log;
  readonly catalog: AnyJobCatalog;
  readonly handlers: AnyHandlers;
  readonly heartbeatSeconds: number;
}

/** Ends the attempts of nodes that died, so that other nodes retry the jobs. Quarantines jobs that seem to kill their nodes. */
export async function recoverAbandonedJobs(deps: RecoveryDeps): Promise<void> {
  const queues = Object.keys(deps.catalog);
  for (const attempt of await listAbandoned(deps.db, queues, deps.heartbeatSeconds)) {
    await recover(attempt, deps);
  }
  await settleFailedByBoss(deps, queues);
}

async function recover(attempt: AttemptReference, deps: RecoveryDeps): Promise<void> {
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
      onFailure: findRecorder(deps, name),
    },
  );
  if (verdict?.action === 'quarantine') {
    log.error({ reason: verdict.reason }, 'Quarantined a job that seems to kill the nodes that run it');
  } else if (verdict) log.warn('Recovered a job of a node whose heartbeat stopped');
}

async function settleFailedByBoss(deps: RecoveryDeps, queues: readonly string[]): Promise<void> {
  for (const job of await listFailedByBoss(deps.db, queues)) {
    const released = await inTransaction(deps.db, async (tx) => {
      if (!(await releaseFailedKey(tx, job))) return false;
      await findRecorder(deps, job.name)?.(tx, job);
      return true;
    });
    if (released) deps.log.error({ job: job.name, jobId: job.id }, 'Failed a job that took too long');
  }
}

function findRecorder({ handlers }: RecoveryDeps, name: string) {
  const handler = handlers[name];
  return handler && toHandlerObject(handler).onFailure;
}
