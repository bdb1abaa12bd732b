import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { emitEvents } from '../src/modules/notifications/emit-events.ts';
import { projectCreated } from '../src/modules/notifications/project-events.ts';
import { type Db, inTransaction } from '../src/platform/db/database.ts';
import { newUuid } from '../src/platform/ids.ts';
import { createKillableService, type KillableNode } from './support/killable-service.ts';
import { startWebhookReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';

const NOTIFICATIONS = 1_000;
const KILLS = 3;

let receiver: WebhookReceiver | undefined;

afterAll(async () => {
  await receiver?.close();
});

const settings = {
  'svc.outgoing-http.allow': '127.0.0.1',
  'svc.notification.outbox-relay.poll-interval-ms': '100',
  'svc.notification.delivery.timeout-ms': '200',
  'svc.notification.delivery.attempts': '50',
  'svc.notification.delivery.first-delay-ms': '50',
  'svc.notification.delivery.max-delay-ms': '200',
};

async function createAlert(node: KillableNode, destinationUrl: string): Promise<void> {
  const authorization = await node.signIn();
  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(`${node.url}/api/v1/notification/${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(answer.status).toBeLessThan(300);
    return answer.json();
  };
  const publishers = (await send('GET', 'publisher')) as { name: string; uuid: string }[];
  const publisher = publishers.find(({ name }) => name === 'Webhook');
  const members = { name: 'flaky', scope: 'PORTFOLIO', level: 'INFORMATIONAL' };
  const alert = (await send('PUT', 'rule', { ...members, publisher })) as { uuid: string };
  const publisherConfig = JSON.stringify({ destinationUrl });
  await send('POST', 'rule', { ...members, ...alert, publisherConfig, notifyOn: ['PROJECT_CREATED'] });
}

/** Some by some, while nodes come and go. */
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
  timeout: 180_000,
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
  let node = await startNode();
  await createAlert(node, receiver.url);
  const emitting = emitAll(db);
  for (let kill = 0; kill < KILLS; kill++) {
    await setTimeout(500 + Math.random() * 1_500);
    await node.kill();
    node = await startNode();
  }
  await emitting;
  const pending = async () => {
    const { rows } = await sql<{ left: number }>`
      select (select count(*) from notification_outbox where position is null)
        + (select count(*) from delivery where status = 'PENDING') as left`.execute(db);
    return rows[0]?.left;
  };
  await expect.poll(pending, { timeout: 120_000, interval: 250 }).toBe(0);

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
