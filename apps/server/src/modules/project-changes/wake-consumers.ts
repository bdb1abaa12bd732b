import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { ProjectChangeConsumer } from './project-change.ts';
import { listWaitingConsumers } from './project-change-store.ts';

/** The job that follows the changes of each consumer. Counts of findings need none: a query counts changed projects itself. */
const JOBS: Partial<Record<ProjectChangeConsumer, 'evaluate-policies'>> = { policies: 'evaluate-policies' };

/**
 * Enqueues the jobs of the consumers that have changes to follow. To be called after a change is committed. Without it
 * they notice the change within a minute.
 */
export async function wakeConsumers(ctx: Pick<Context, 'db' | 'jobs'>): Promise<void> {
  const waiting = await listWaitingConsumers(ctx.db);
  const jobs = waiting.flatMap((consumer) => JOBS[consumer] ?? []);
  if (jobs.length === 0) return;
  await inTransaction(ctx.db, async (tx) => {
    for (const job of jobs) await ctx.jobs.enqueue(tx, job, {}, { unlessWaiting: true });
  });
}
