import type { TaskQueue } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import type { KeysetPage, KeysetRows } from '../../platform/http/keyset-page.ts';
import { listQueues, type QueueRow } from '../../platform/jobs/runs-store.ts';
import { findSettings, isAlone, JOB_KINDS } from './job-kinds.ts';

/** Queues in the order of their names. */
export async function listTaskQueues(
  { db }: Context,
  { limit, after }: KeysetPage<'name'>,
): Promise<KeysetRows<QueueRow>> {
  const rows = await listQueues(db, JOB_KINDS, String(after?.value ?? ''), limit + 1);
  return { rows, total: { count: JOB_KINDS.length, type: 'EXACT' } };
}

/** `concurrency` is that of nodes for queues whose capacity was not changed. */
export function presentQueue(queue: QueueRow, concurrency: number): TaskQueue {
  const usual = isAlone(queue.name) ? 1 : (findSettings(queue.name)?.concurrency ?? concurrency);
  return {
    name: queue.name,
    status: queue.is_paused ? 'PAUSED' : 'ACTIVE',
    capacity: queue.capacity ?? usual,
    depth: Number(queue.depth),
    created_at: queue.created_on.getTime(),
    ...(queue.updated_at ? { updated_at: queue.updated_at.getTime() } : {}),
  };
}
