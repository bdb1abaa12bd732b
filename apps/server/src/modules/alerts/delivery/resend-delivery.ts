import type { Context } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { newUuid } from '../../../platform/ids.ts';
import { type DeliveryRow, findDelivery } from './delivery-log-store.ts';
import { findResendConditions, insertDeliveries, notifyDispatchers } from './relay-store.ts';

/** Sends the notification again to the same alert, with its present configuration. */
export async function resendDelivery(ctx: Context, principal: Principal, uuid: string): Promise<DeliveryRow> {
  const again = newUuid();
  await inTransaction(ctx.db, async (tx) => {
    const delivery = await findDelivery(tx, principal, uuid);
    if (!delivery) throw new AppError('not-found', `There is no delivery ${uuid}.`);
    const { alert_id: alertId, alert_name: alertName, notification_id: notificationId, lane } = delivery;
    if (alertId === null)
      throw new AppError('conflict', `The alert ${alertName} was deleted. Nothing can be sent to it.`);
    const alert = await findResendConditions(tx, alertId, notificationId);
    if (!delivery.is_test && !alert?.isEnabled)
      throw new AppError('conflict', `The alert ${alertName} is disabled. Enable it first.`);
    if (!alert?.maySee)
      throw new AppError('conflict', `The owner of the alert ${alertName} may no longer see the project.`);
    const kind = { isTest: delivery.is_test, isResend: true };
    await insertDeliveries(tx, [{ uuid: again, notificationId, alertId, alertName, lane }], kind);
    await notifyDispatchers(tx);
  });
  const made = await findDelivery(ctx.db, principal, again);
  if (made) return made;
  throw new AppError('not-found', 'The alert was deleted a moment ago.');
}
