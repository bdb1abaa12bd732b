import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { emitEvents } from '../src/modules/notifications/emit-events.ts';
import { projectCreated } from '../src/modules/notifications/project-events.ts';
import { type Db, inTransaction } from '../src/platform/db/database.ts';
import { newUuid } from '../src/platform/ids.ts';
import { createKillableService } from './support/killable-service.ts';
import {
  createWebhookAlert,
  killDuring,
  PERSISTENT_DELIVERY,
  untilDelivered,
} from './support/survives-kills.ts';
import { timeoutFactor } from './support/timeout-factor.ts';
import { startWebhookReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';

const NOTIFICATIONS = 1_000;
const KILLS = 3;

let receiver: WebhookReceiver | undefined;

afterAll(async () => {
  await receiver?.close();
});

const settings = { ...PERSISTENT_DELIVERY, 'svc.notification.delivery.timeout-ms': '200' };

/** In small transactions, while nodes are killed. */
async function emitAll(db: Db): Promise<void> {
  for (let index = 0; index < NOTIFICATIONS; index += 10) {
    const events = Array.from({ length: 10 }, (_, n) =>
      projectCreated({ uuid: newUuid(), name: `project ${index + n}`, tags: [], isActive: true }),
    );
    await inTransaction(db, (tx) => emitEvents(tx, new Date(), events));
    await setTimeout(20);
  }
}

test('kill -9 of the server at random moments during 1,000 notifications to a flaky receiver: every id arrives at least once, and the delivery log is correct', {
  timeout: 600_000 * timeoutFactor,
}, async () => {
  const { db, startNode } = await createKillableService(settings);
  receiver = await startWebhookReceiver();
  const accepted = new Map<string, number>();
  receiver.answer = ({ headers }) => {
    const dice = Math.random();
    if (dice < 0.5) return { status: 500 };
    if (dice < 0.53) return { isSilent: true };
    const id = String(headers['webhook-id']);
    accepted.set(id, (accepted.get(id) ?? 0) + 1);
    return {};
  };
  const { url } = receiver;
  await killDuring(startNode, KILLS, {
    prepare: (node) => createWebhookAlert(node, url, { notifyOn: ['PROJECT_CREATED'] }),
    work: () => emitAll(db),
  });
  await untilDelivered(db);

  const { rows: log } = await sql<{ id: string; status: string; deliveries: number }>`
    select n.id, min(d.status) as status, count(d.id) as deliveries from notification_outbox n
    left join delivery d on d.notification_id = n.id
    where n.group_name = 'PROJECT_CREATED' group by n.id`.execute(db);
  expect(log).toHaveLength(NOTIFICATIONS);
  for (const { id, status, deliveries } of log) {
    expect({ id, status, deliveries, arrived: accepted.has(id) }).toEqual({
      id,
      status: 'DELIVERED',
      deliveries: 1,
      arrived: true,
    });
  }
  const lanes = await sql<{
    waiting: number;
  }>`select coalesce(sum(waiting), 0) as waiting from delivery_lane`.execute(db);
  expect(Number(lanes.rows[0]?.waiting)).toBe(0);
});
