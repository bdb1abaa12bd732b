import type { Config } from '../../platform/config/load-config.ts';
import { type Db, inTransaction } from '../../platform/db/database.ts';
import { oldestUuidOf } from '../../platform/ids.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { deleteOldFloods } from './flood-store.ts';
import { deleteOldNotifications } from './outbox-store.ts';

interface Deps {
  readonly db: Db;
  readonly config: Config;
  readonly now: () => Date;
}

const DAY_MS = 86_400_000;

export function notificationsJobs(ctx: Deps): Pick<JobHandlers, 'notification-outbox-cleanup'> {
  return {
    'notification-outbox-cleanup': async () => {
      const days = ctx.config['svc.notification.retention-days'];
      if (days === 0) return;
      const oldest = oldestUuidOf(new Date(ctx.now().getTime() - days * DAY_MS));
      await inTransaction(ctx.db, async (tx) => {
        await deleteOldNotifications(tx, oldest);
        await deleteOldFloods(tx, oldest);
      });
    },
  };
}
