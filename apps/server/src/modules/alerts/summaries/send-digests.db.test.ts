import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bomOf, npm, postBom, settled } from '../../../../test/support/bom-uploads.ts';
import {
  changeAlert,
  createAlert,
  DELIVERS_TO_LOOPBACK,
  deleteAlerts,
} from '../../../../test/support/test-alerts.ts';
import { startTestService, type TestService } from '../../../../test/support/test-service.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../test/support/webhook-receiver.ts';
import { sendDigests } from './send-digests.ts';

const GROUPS = ['NEW_VULNERABILITY', 'NEW_VULNERABLE_DEPENDENCY'];
const LEAKY = ['leaky-a', 'leaky-b', 'leaky-c'];

let service: TestService;
let receiver: WebhookReceiver;
let uploads = 0;

/** Digests are due after an hour; tests make them due. */
beforeAll(async () => {
  service = await startTestService({
    ...DELIVERS_TO_LOOPBACK,
    'svc.notification.digest.quiet-ms': '3600000',
    'svc.notification.digest.longest-ms': '3600000',
  });
  receiver = await startWebhookReceiver();
  for (const [index, name] of LEAKY.entries()) {
    const answer = await service.asAdmin('PUT', '/api/v1/vulnerability', {
      vulnId: `INT-${index}`,
      source: 'INTERNAL',
      title: 'Leaks',
      severity: index === 0 ? 'CRITICAL' : 'HIGH',
      affectedComponents: [
        { identityType: 'PURL', identity: `pkg:npm/${name}`, versionType: 'EXACT', version: '1.0.0' },
      ],
    });
    expect(answer.status).toBe(201);
  }
});
beforeEach(async () => {
  await deleteAlerts(service);
  receiver.requests.length = 0;
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

async function upload(names: readonly string[], projectName = `shop ${++uploads}`): Promise<string> {
  const fields = { projectName, projectVersion: '1', autoCreate: 'true' };
  const components = names.map((name) => npm(name));
  const { body } = await postBom(service, bomOf(components), fields);
  await settled(service, body.token);
  return projectName;
}

const entries = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from alert_digest_entry`.execute(service.db);
  return rows[0]?.count;
};
const makeDue = () => sql`update alert_digest set due_at = now() - interval '1 second'`.execute(service.db);
const received = () => receiver.requests.map(({ body }) => JSON.parse(String(body)).notification);

describe('An alert with digests', () => {
  const create = (more: object = {}) =>
    createAlert(service, {
      groups: GROUPS,
      config: { destinationUrl: receiver.url },
      digest: 'UPLOAD',
      ...more,
    });

  it('sends one message for an upload, with counts and the worst findings', async () => {
    const { uuid } = await create();
    expect((await service.asAdmin('GET', `/api/v1/notification/rule/${uuid}`)).body.digest).toBe('UPLOAD');
    await upload(LEAKY);
    await expect.poll(entries).toBe(6);
    expect(receiver.requests).toEqual([]);
    await makeDue();
    await expect.poll(() => received().length).toBe(1);
    expect(received()[0]).toMatchObject({
      group: 'GROUP_NEW_VULNERABILITIES_SUMMARY',
      subject: {
        overview: { newVulnerabilitiesCount: 3, newVulnerabilitiesCountBySeverity: { CRITICAL: 1, HIGH: 2 } },
        findingsByProject: [{ findings: [{ vulnerability: { vulnId: 'INT-0' } }, {}, {}] }],
      },
    });
    const { body } = await service.asAdmin('GET', '/api/v1/notification/delivery');
    expect(body[0]).toMatchObject({
      alert: { uuid },
      status: 'DELIVERED',
      project: { name: expect.any(String) },
    });
  });

  it('sends it once, even if several nodes find it due at the same time', async () => {
    await create();
    await upload(LEAKY);
    await expect.poll(entries).toBe(6);
    await makeDue();
    await Promise.all(Array.from({ length: 4 }, () => sendDigests(service.context)));
    await expect.poll(() => received().length).toBe(1);
    expect(await entries()).toBe(0);
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
  });

  it('sends the digest of an upload when the next upload begins', async () => {
    await create();
    const name = await upload(LEAKY.slice(0, 1));
    await expect.poll(entries).toBe(2);
    await upload(LEAKY, name);
    await expect.poll(() => received().length).toBe(1);
    expect(received()[0].subject.overview.newVulnerabilitiesCount).toBe(1);
    await expect.poll(entries).toBe(4);
    await makeDue();
    await expect.poll(() => received().length).toBe(2);
    expect(received()[1].subject.overview.newVulnerabilitiesCount).toBe(2);
  });

  it('contains only findings that match its filter', async () => {
    await create({
      filterExpression: 'has(subject.vulnerability) && subject.vulnerability.severity == "CRITICAL"',
    });
    await upload(LEAKY);
    await expect.poll(entries).toBe(1);
    await makeDue();
    await expect.poll(() => received().length).toBe(1);
    expect(received()[0].subject.overview.newVulnerabilitiesCountBySeverity).toEqual({ CRITICAL: 1 });
  });

  it('sends nothing if it was disabled in the meantime', async () => {
    const { uuid } = await create();
    await upload(LEAKY);
    await expect.poll(entries).toBe(6);
    await changeAlert(service, uuid, { enabled: false });
    await makeDue();
    await expect.poll(entries).toBe(0);
    expect(
      (await service.asAdmin('GET', `/api/v1/notification/delivery?pageSize=1`)).body[0]?.alert.uuid,
    ).not.toBe(uuid);
  });
});

describe('An alert without digests', () => {
  it('sends each notification separately', async () => {
    const { uuid } = await createAlert(service, { groups: GROUPS, config: { destinationUrl: receiver.url } });
    expect((await service.asAdmin('GET', `/api/v1/notification/rule/${uuid}`)).body.digest).toBe('NONE');
    await upload(LEAKY);
    await expect.poll(() => received().length).toBe(6);
    expect(new Set(received().map(({ group }) => group))).toEqual(
      new Set(GROUPS.map((group) => `GROUP_${group}`)),
    );
  });
});
