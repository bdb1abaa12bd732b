import type { Db, Tx } from '../db/database.ts';

export type AttemptRow = Awaited<ReturnType<typeof listAttempts>>[number];
export type RetryRow = NonNullable<Awaited<ReturnType<typeof findRetry>>>;

/** Attempts that did not complete the job. */
export function listAttempts(db: Db, jobId: string) {
  return db
    .selectFrom('job_attempt')
    .select(['attempt', 'started_at', 'ended_at', 'is_error', 'reason', 'retry_delay_seconds'])
    .where('job_id', '=', jobId)
    .orderBy('attempt')
    .execute();
}

export function findRetry(db: Db, jobId: string) {
  return db
    .selectFrom('job_retry')
    .select(['retry_id', 'requested_by', 'requested_at'])
    .where('job_id', '=', jobId)
    .executeTakeFirst();
}

export async function insertRetry(
  tx: Tx,
  retry: { readonly job_id: string; readonly retry_id: string; readonly requested_by: string },
): Promise<void> {
  await tx.insertInto('job_retry').values(retry).execute();
}
