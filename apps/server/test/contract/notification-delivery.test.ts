import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAlert, DELIVERS_TO_LOOPBACK } from '../support/test-alerts.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

describe('Notifications', () => {
  let service: TestService;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    service = await startTestService(DELIVERS_TO_LOOPBACK);
    receiver = await startWebhookReceiver();
  });
  beforeEach(() => {
    receiver.requests.length = 0;
    receiver.answer = () => ({});
  });
  afterAll(async () => {
    await service.close();
    await receiver.close();
  });

  it('are received only through an explicitly configured alert', async () => {
    await service.asAdmin('PUT', '/api/v1/project', { name: 'before', version: '1' });
    await createAlert(service, { groups: ['PROJECT_CREATED'], config: { destinationUrl: receiver.url } });
    const { body: project } = await service.asAdmin('PUT', '/api/v1/project', { name: 'shop', version: '1' });
    await expect.poll(() => receiver.requests.length).toBe(1);
    const { notification } = JSON.parse(String(receiver.requests[0]?.body));
    expect(notification).toMatchObject({
      level: 'LEVEL_INFORMATIONAL',
      scope: 'SCOPE_PORTFOLIO',
      group: 'GROUP_PROJECT_CREATED',
      title: 'Project Added',
      content: 'shop was created',
      subject: { uuid: project.uuid, name: 'shop', version: '1', isActive: true },
    });
    expect(notification.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(receiver.requests[0]?.headers['content-type']).toBe('application/json');
  });
});
