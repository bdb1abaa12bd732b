import type { Context } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import * as store from './alert-store.ts';
import { getAlert } from './get-alert.ts';

/** Cancels the deliveries that the alert has not sent yet. */
export async function deleteAlert(ctx: Context, principal: Principal, uuid: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { id } = await getAlert(tx, principal, uuid);
    await store.lockAlerts(tx, [id]);
    await store.cancelDeliveries(tx, [id], store.ALERT_DELETED);
    await store.deleteAlert(tx, id);
  });
}
