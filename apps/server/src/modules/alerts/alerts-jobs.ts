import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { checkFileSystem } from './check-file-system.ts';
import { deleteIdleLanes, deleteOldDeliveries } from './delivery/delivery-log-store.ts';
import { sendSummaries } from './summaries/send-summaries.ts';

const DAY_MS = 86_400_000;

export function alertsJobs(
  ctx: Context,
): Pick<JobHandlers, 'delivery-cleanup' | 'send-summaries' | 'check-file-system'> {
  return {
    'send-summaries': () => sendSummaries(ctx),
    'check-file-system': () => checkFileSystem(ctx),
    'delivery-cleanup': () =>
      inTransaction(ctx.db, async (tx) => {
        await deleteIdleLanes(tx);
        const days = ctx.config['svc.notification.retention-days'];
        if (days > 0) await deleteOldDeliveries(tx, new Date(ctx.now().getTime() - days * DAY_MS));
      }),
  };
}
