import { setTimeout } from 'node:timers/promises';
import { Group, NewVulnerabilitySubjectSchema } from '@tallyman/contract/notification';
import { afterAll, expect, test } from 'vitest';
import { emitEvents } from '../src/modules/notifications/emit-events.ts';
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

const FINDINGS = 400;
const PROJECTS = 25;
const KILLS = 3;

let receiver: WebhookReceiver | undefined;

afterAll(async () => {
  await receiver?.close();
});

const settings = {
  ...PERSISTENT_DELIVERY,
  'svc.notification.digest.quiet-ms': '300',
  'svc.notification.digest.longest-ms': '600',
};

/** In small transactions, while nodes are killed. */
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
  timeout: 600_000 * timeoutFactor,
}, async () => {
  const { db, startNode } = await createKillableService(settings);
  receiver = await startWebhookReceiver();
  const accepted = new Map<string, Digest>();
  receiver.answer = ({ headers, body }) => {
    if (Math.random() < 0.3) return { status: 500 };
    accepted.set(String(headers['webhook-id']), JSON.parse(String(body)).notification.subject);
    return {};
  };
  const { url } = receiver;
  await killDuring(startNode, KILLS, {
    prepare: (node) => createWebhookAlert(node, url, { notifyOn: ['NEW_VULNERABILITY'], digest: 'UPLOAD' }),
    work: () => emitAll(db),
  });
  await untilDelivered(db);
  const reported = [...accepted.values()].flatMap(({ findingsByProject }) =>
    findingsByProject.flatMap(({ findings }) => findings.map(({ vulnerability }) => vulnerability.vulnId)),
  );
  const all = Array.from({ length: FINDINGS }, (_, number) => `CVE-2026-${number}`);
  expect(reported.toSorted()).toEqual(all.toSorted());
  expect(accepted.size).toBeLessThan(FINDINGS);
});
