import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { JobReference } from './job-settings.ts';

export interface FailedJob extends JobReference {
  readonly attempts: number;
  readonly error: string;
  readonly failedAt: Date;
}

export interface QueueStats {
  readonly queue: string;
  readonly waiting: number;
  readonly active: number;
  readonly failed: number;
  readonly oldestWaitingSeconds: number;
}

export async function listQueueStats(db: Db, queues: readonly string[]): Promise<QueueStats[]> {
  const { rows } = await sql<QueueStats>`
    select q.name as queue,
      count(*) filter (where j.state in ('created', 'retry')) as waiting,
      count(*) filter (where j.state = 'active') as active,
      count(*) filter (where j.state = 'failed') as failed,
      coalesce(extract(epoch from now() - min(j.start_after) filter (
        where j.state in ('created', 'retry') and j.start_after <= now()
      )), 0)::float8 as "oldestWaitingSeconds"
    from unnest(${queues}::text[]) as q (name) left join pgboss.job j on j.name = q.name
    group by q.name order by q.name
  `.execute(db);
  return rows;
}

/** The jobs that were given up, the latest first. */
export async function listFailedJobs(db: Db, queues: readonly string[], limit: number): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select name, id, retry_count + 1 as attempts, completed_on as "failedAt",
      coalesce(output ->> 'message', output #>> '{value,message}', '') as error
    from pgboss.job
    where name = any(${queues}::text[]) and state = 'failed'
    order by completed_on desc, id limit ${limit}
  `.execute(db);
  return rows;
}
