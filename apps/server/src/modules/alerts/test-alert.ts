import type { NotificationGroup } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { newUuid } from '../../platform/ids.ts';
import { emitToOne } from '../notifications/emit-events.ts';
import { requireSecretUse } from '../settings/require-secret-use.ts';
import { getAlert } from './change-alerts.ts';
import { findPublisherKind } from './publisher-kinds.ts';
import { insertDeliveries, wakeDelivery } from './relay-store.ts';
import { sampleEvent } from './sample-events.ts';

interface TestedGroup {
  readonly group: string;
  readonly notification: string;
  readonly delivery: string;
}

/** A sample of each group to this alert alone, on lanes of their own: nothing that waits holds them up. */
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
    const events = (group ? [group] : alert.groups).map((wanted) => {
      const event = sampleEvent(wanted, ctx.now());
      return { ...event, title: `[TEST] ${event.title}` };
    });
    const said = await emitToOne(tx, ctx.now(), events, { isTest: true });
    const deliveries = said.map(({ id }) => {
      const delivery = newUuid();
      const lane = `test ${delivery}`;
      return { uuid: delivery, notificationId: id, alertId: alert.id, alertName: alert.name, lane };
    });
    if (deliveries.length > 0) await insertDeliveries(tx, deliveries, { isTest: true });
    await wakeDelivery(tx);
    return said.map((row, index) => ({
      group: row.group,
      notification: row.id,
      delivery: deliveries[index]?.uuid ?? '',
    }));
  });
}
