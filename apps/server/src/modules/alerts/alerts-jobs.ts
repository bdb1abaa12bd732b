import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { deleteIdleLanes, deleteOldDeliveries } from './delivery-log-store.ts';

const DAY_MS = 86_400_000;

export function alertsJobs(ctx: Context): Pick<JobHandlers, 'delivery-cleanup'> {
  return {
    'delivery-cleanup': () =>
      inTransaction(ctx.db, async (tx) => {
        await deleteIdleLanes(tx);
        const days = ctx.config['svc.notification.retention-days'];
        if (days > 0) await deleteOldDeliveries(tx, new Date(ctx.now().getTime() - days * DAY_MS));
      }),
  };
}
