import { setTimeout } from 'node:timers/promises';
import { Group, NewVulnerabilitySubjectSchema } from '@tallyman/contract/notification';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { emitEvents } from '../src/modules/notifications/emit-events.ts';
import { type Db, inTransaction } from '../src/platform/db/database.ts';
import { newUuid } from '../src/platform/ids.ts';
import { createKillableService, type KillableNode } from './support/killable-service.ts';
import { startWebhookReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';

const FINDINGS = 400;
const PROJECTS = 25;
const KILLS = 3;

let receiver: WebhookReceiver | undefined;

afterAll(async () => {
  await receiver?.close();
});

const settings = {
  'svc.outgoing-http.allow': '127.0.0.1',
  'svc.notification.outbox-relay.poll-interval-ms': '100',
  'svc.notification.digest.quiet-ms': '300',
  'svc.notification.digest.longest-ms': '600',
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
  const members = { name: 'digests', scope: 'PORTFOLIO', level: 'INFORMATIONAL' };
  const alert = (await send('PUT', 'rule', { ...members, publisher })) as { uuid: string };
  const publisherConfig = JSON.stringify({ destinationUrl });
  const notifyOn = ['NEW_VULNERABILITY'];
  await send('POST', 'rule', { ...members, uuid: alert.uuid, publisherConfig, notifyOn, digest: 'UPLOAD' });
}

/** Some by some, while nodes come and go. */
async function emitAll(db: Db): Promise<void> {
  const projects = Array.from({ length: PROJECTS }, (_, n) => ({
    uuid: newUuid(),
    name: `project ${n}`,
    isActive: true,
  }));
  for (let index = 0; index < FINDINGS; index += 5) {
    const events = Array.from({ length: 5 }, (_, n) => {
      const number = index + n;
      const project = projects[number % PROJECTS];
      const vulnerability = {
        uuid: newUuid(),
        vulnId: `CVE-2026-${number}`,
        source: 'NVD',
        severity: 'HIGH',
      };
      const component = { uuid: newUuid(), name: 'leaky', version: '1' };
      const message = { project, component, vulnerability };
      return {
        group: Group.NEW_VULNERABILITY,
        title: 'New vulnerability',
        content: '',
        subject: { schema: NewVulnerabilitySubjectSchema, message },
        projectUuid: project?.uuid ?? '',
      };
    });
    await inTransaction(db, (tx) => emitEvents(tx, new Date(), events));
    await setTimeout(50);
  }
}

interface Digest {
  readonly findingsByProject: readonly {
    readonly findings: readonly { readonly vulnerability: { readonly vulnId: string } }[];
  }[];
}

test('kill -9 of the server at random moments while digests are collected and sent: every finding is in exactly one digest', {
  timeout: 180_000,
}, async () => {
  const { db, startNode } = await createKillableService(settings);
  receiver = await startWebhookReceiver();
  const accepted = new Map<string, Digest>();
  receiver.answer = ({ headers, body }) => {
    if (Math.random() < 0.3) return { status: 500 };
    accepted.set(String(headers['webhook-id']), JSON.parse(String(body)).notification.subject);
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
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ left: number }>`
          select (select count(*) from alert_digest) + (select count(*) from delivery where status = 'PENDING')
            + (select count(*) from notification_outbox where position is null) as left`.execute(db);
        return Number(rows[0]?.left);
      },
      { timeout: 60_000 },
    )
    .toBe(0);
  const told = [...accepted.values()].flatMap(({ findingsByProject }) =>
    findingsByProject.flatMap(({ findings }) => findings.map(({ vulnerability }) => vulnerability.vulnId)),
  );
  const all = Array.from({ length: FINDINGS }, (_, number) => `CVE-2026-${number}`);
  expect(told.toSorted()).toEqual(all.toSorted());
  expect(accepted.size).toBeLessThan(FINDINGS);
});
