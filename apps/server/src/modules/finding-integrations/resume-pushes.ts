import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { listLostPushes } from './finding-push-store.ts';
import { integrations } from './integrations.ts';

/** Enqueues pushes whose job was lost. */
export async function resumePushes(ctx: Context): Promise<void> {
  for (const { name, job } of integrations) {
    for (const { uuid: push, token } of await listLostPushes(ctx.db, name, job)) {
      ctx.log.warn({ job, push }, 'The job of a push was lost; enqueued it again');
      await inTransaction(ctx.db, (tx) => ctx.jobs.enqueue(tx, job, { push }, { token }));
    }
  }
}
