import type { NotificationGroup } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { newUuid } from '../../../platform/ids.ts';
import { emitToOne } from '../../notifications/emit-events.ts';
import { requireSecretUse } from '../../settings/require-secret-use.ts';
import { insertDeliveries, notifyDispatchers } from '../delivery/relay-store.ts';
import { findPublisherKind } from '../publishers/publisher-kinds.ts';
import { sampleEvent } from '../templates/sample-events.ts';
import { getAlert } from './get-alert.ts';

interface TestedGroup {
  readonly group: string;
  readonly notification: string;
  readonly delivery: string;
}

/** Sends a sample of each group to this alert only. Each has its own lane, so that pending deliveries do not delay it. */
export async function testAlert(
  ctx: Context,
  principal: Principal,
  uuid: string,
  group: NotificationGroup | undefined,
): Promise<TestedGroup[]> {
  return inTransaction(ctx.db, async (tx) => {
    const alert = await getAlert(tx, principal, uuid);
    const schema = findPublisherKind(alert.publisher.extension)?.configSchema;
    requireSecretUse(principal, schema, { after: JSON.parse(alert.publisher_config ?? '{}') });
    const events = (group ? [group] : alert.groups).map((each) => {
      const event = sampleEvent(each, ctx.now());
      return { ...event, title: `[TEST] ${event.title}` };
    });
    const emitted = await emitToOne(tx, ctx.now(), events, { isTest: true });
    const deliveries = emitted.map(({ id }) => {
      const delivery = newUuid();
      const lane = `test ${delivery}`;
      return { uuid: delivery, notificationId: id, alertId: alert.id, alertName: alert.name, lane };
    });
    if (deliveries.length > 0) await insertDeliveries(tx, deliveries, { isTest: true });
    await notifyDispatchers(tx);
    return emitted.map((row, index) => ({
      group: row.group,
      notification: row.id,
      delivery: deliveries[index]?.uuid ?? '',
    }));
  });
}
