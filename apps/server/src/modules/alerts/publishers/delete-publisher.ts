import type { Context } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import {
  ALERT_DELETED,
  cancelDeliveries,
  listAlertIdsOfPublisher,
  lockAlerts,
} from '../rules/alert-store.ts';
import { getPublisher } from './get-publisher.ts';
import * as store from './publisher-store.ts';
import { requireCustomPublisher } from './require-custom-publisher.ts';

/** Deletes the alerts of the publisher as well, and cancels what they have not sent yet. */
export async function deletePublisher(ctx: Context, uuid: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const publisher = await getPublisher(tx, uuid);
    requireCustomPublisher(publisher);
    const alerts = await listAlertIdsOfPublisher(tx, publisher.id);
    await lockAlerts(tx, alerts);
    await cancelDeliveries(tx, alerts, ALERT_DELETED);
    await store.deletePublisher(tx, publisher.id);
  });
}
