import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../src/platform/db/database.ts';
import type { KillableNode } from './killable-service.ts';
import { timeoutFactor } from './timeout-factor.ts';

/** Delivers to the receivers of tests, quickly and for long enough to survive kills. */
export const PERSISTENT_DELIVERY = {
  'svc.outgoing-http.allow': '127.0.0.1',
  'svc.notification.outbox-relay.poll-interval-ms': '100',
  'svc.notification.delivery.attempts': '50',
  'svc.notification.delivery.first-delay-ms': '50',
  'svc.notification.delivery.max-delay-ms': '200',
};

/** Creates an alert that posts to the address. `members` are those of the rule beyond name, scope and level. */
export async function createWebhookAlert(
  node: KillableNode,
  destinationUrl: string,
  members: { readonly notifyOn: readonly string[]; readonly digest?: string },
): Promise<void> {
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
  const common = { name: 'survivor', scope: 'PORTFOLIO', level: 'INFORMATIONAL' };
  const alert = (await send('PUT', 'rule', { ...common, publisher })) as { uuid: string };
  const publisherConfig = JSON.stringify({ destinationUrl });
  await send('POST', 'rule', { ...common, uuid: alert.uuid, publisherConfig, ...members });
}

/** Starts a node, kills it at random moments while `work` runs, and returns when both have ended. A node is running then. */
export async function killDuring(
  startNode: () => Promise<KillableNode>,
  kills: number,
  { prepare, work }: { prepare(node: KillableNode): Promise<void>; work(): Promise<void> },
): Promise<void> {
  let node = await startNode();
  await prepare(node);
  const working = work();
  for (let kill = 0; kill < kills; kill++) {
    await setTimeout(500 + Math.random() * 1_500);
    await node.kill();
    node = await startNode();
  }
  await working;
}

/** Waits until everything that was emitted is relayed, every digest is sent and no delivery is pending. */
export async function untilDelivered(db: Db): Promise<void> {
  const countOpen = async () => {
    const { rows } = await sql<{ open: number }>`
      select (select count(*) from notification_outbox where position is null)
        + (select count(*) from alert_digest) + (select count(*) from delivery where status = 'PENDING') as open
    `.execute(db);
    return Number(rows[0]?.open);
  };
  await expect.poll(countOpen, { timeout: 120_000 * timeoutFactor, interval: 250 }).toBe(0);
}
