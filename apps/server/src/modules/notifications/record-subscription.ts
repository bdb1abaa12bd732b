import type { Tx } from '../../platform/db/database.ts';
import { deleteSubscription, type Subscription, upsertSubscription } from './subscription-store.ts';

/**
 * Records which notifications an alert subscribes to, so that emitters know without reading alerts. Undefined for none: the alert
 * is disabled or scheduled. The subscription of a deleted alert is deleted with it.
 */
export async function recordSubscription(
  tx: Tx,
  alertId: number,
  subscription: Subscription | undefined,
): Promise<void> {
  if (subscription) await upsertSubscription(tx, alertId, subscription);
  else await deleteSubscription(tx, alertId);
}
