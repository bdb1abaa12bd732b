import type { TaskQueue } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { notifyWorkers } from '../../platform/jobs/jobs-channel-store.ts';
import { updateQueue } from '../../platform/jobs/queue-store.ts';
import { findSettings, isAlone } from './job-kinds.ts';

interface QueueUpdate {
  readonly status?: TaskQueue['status'] | undefined;
  readonly capacity?: number | undefined;
}

/** Every node obeys within seconds, also after a restart. Throws if there is no such queue. */
export async function updateTaskQueue(
  ctx: Context,
  principal: Principal,
  name: string,
  { status, capacity }: QueueUpdate,
): Promise<void> {
  if (!findSettings(name)) throw new AppError('not-found', 'The task queue does not exist.');
  if (capacity !== undefined && capacity !== 1 && isAlone(name)) {
    throw new AppError(
      'conflict',
      `Runs of ${name} must not overlap, so that the capacity of the queue is 1.`,
    );
  }
  if (status === undefined && capacity === undefined) return;
  await inTransaction(ctx.db, async (tx) => {
    const isPaused = status && status === 'PAUSED';
    await updateQueue(tx, name, { isPaused, capacity, by: principal.name });
    await notifyWorkers(tx, [name]);
  });
  ctx.log.info({ queue: name, status, capacity, by: principal.name }, 'A task queue was changed');
}
