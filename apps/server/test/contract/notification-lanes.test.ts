import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAlert, DELIVERS_TO_LOOPBACK, deleteAlerts } from '../support/test-alerts.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

let service: TestService;
let receiver: WebhookReceiver;

/** The poll interval is longer than these tests, so that only wake-ups start deliveries. */
beforeAll(async () => {
  service = await startTestService({
    ...DELIVERS_TO_LOOPBACK,
    'svc.notification.outbox-relay.poll-interval-ms': '60000',
    'svc.notification.delivery.concurrency': '4',
  });
  receiver = await startWebhookReceiver();
});
beforeEach(async () => {
  await deleteAlerts(service);
  receiver.requests.length = 0;
  receiver.answer = () => ({});
});
afterAll(async () => {
  await receiver.close();
  await service.close();
});

const toPath = (path: string, groups: readonly string[]) =>
  createAlert(service, { groups, config: { destinationUrl: receiver.url + path } });

let projects = 0;
const createProject = async () =>
  (await service.asAdmin('PUT', '/api/v1/project', { name: `p${++projects}` })).body;

const receivedAt = (path: string) => receiver.requests.filter((request) => request.path === path);

describe('A notification', () => {
  it('is sent right after an earlier one about the same project', async () => {
    await toPath('/', ['PROJECT_CREATED', 'BOM_CONSUMED', 'BOM_PROCESSED']);
    for (let upload = 1; upload <= 3; upload++) {
      const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', version: upload, components: [] };
      await service.asAdmin('PUT', '/api/v1/bom', {
        projectName: 'again and again',
        projectVersion: '1',
        autoCreate: true,
        bom: Buffer.from(JSON.stringify(bom)).toString('base64'),
      });
    }
    await expect.poll(() => receiver.requests.length).toBe(7);
  });

  it('is sent even if more projects have notifications than lanes are served at a time', async () => {
    await toPath('/', ['PROJECT_CREATED']);
    await Promise.all(Array.from({ length: 30 }, createProject));
    await expect.poll(() => receiver.requests.length).toBe(30);
  });

  it('is not delayed by an alert whose receiver never answers', async () => {
    receiver.answer = ({ path }) => ({ isSilent: path === '/silent' });
    await toPath('/silent', ['PROJECT_CREATED']);
    await toPath('/', ['PROJECT_CREATED']);
    await Promise.all(Array.from({ length: 10 }, createProject));
    await expect.poll(() => receivedAt('/').length).toBe(10);
    expect(receivedAt('/silent').length).toBeLessThanOrEqual(2);
  });
});
