import { type Db, inTransaction } from '../../platform/db/database.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { deleteOldNotifications } from './outbox-store.ts';

/** What no alert has asked for within a week is not asked for any more. */
const KEPT_DAYS = 7;

export function notificationsJobs(ctx: {
  readonly db: Db;
}): Pick<JobHandlers, 'notification-outbox-cleanup'> {
  return {
    'notification-outbox-cleanup': () => inTransaction(ctx.db, (tx) => deleteOldNotifications(tx, KEPT_DAYS)),
  };
}
