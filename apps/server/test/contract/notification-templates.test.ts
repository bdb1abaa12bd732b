import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAlert, DELIVERS_TO_LOOPBACK } from '../support/test-alerts.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const STOPPED = 'The template was stopped because rendering took too long.';

/** Slow within one tag, where the engine checks no limit. Each number gives another template. */
const slowTemplate = (number: number) =>
  `{% assign a = (1..200000) %}{% if ${Array(500).fill('a contains 0').join(' or ')} %}{% endif %} ${number}`;

describe('A template that takes too long', () => {
  let service: TestService;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    service = await startTestService(DELIVERS_TO_LOOPBACK);
    receiver = await startWebhookReceiver();
  });
  afterAll(async () => {
    await service.close();
    await receiver.close();
  });
  const preview = (body: object) => service.asAdmin('POST', '/api/v1/notification/publisher/preview', body);

  it('is stopped in a preview, and other requests are answered meanwhile', async () => {
    const order: string[] = [];
    const previews = [1, 2].map((number) =>
      preview({ template: slowTemplate(number) }).then((answer) => {
        order.push('preview');
        return answer;
      }),
    );
    for (let n = 0; n < 5; n++) {
      const { status } = await service.request('GET', '/api/version');
      expect(status).toBe(200);
      order.push('version');
    }
    for (const { status, body } of await Promise.all(previews)) {
      expect(status).toBe(400);
      expect(body).toMatchObject({
        detail: `The template cannot be used: ${STOPPED}`,
        errors: [{ path: 'body/template', message: STOPPED }],
      });
    }
    expect(order.slice(0, 5)).toEqual(Array(5).fill('version'));
  });

  it('is a failed delivery with that reason when it belongs to a publisher', async () => {
    const created = await service.asAdmin('PUT', '/api/v1/notification/publisher', {
      name: 'slow',
      extensionName: 'webhook',
      template: slowTemplate(3),
      templateMimeType: 'text/plain',
    });
    expect(created.status).toBe(201);
    const alert = await createAlert(service, {
      groups: ['PROJECT_CREATED'],
      publisher: 'slow',
      config: { destinationUrl: receiver.url },
    });
    await service.asAdmin('PUT', '/api/v1/project', { name: 'notified' });
    const deliveries = () => service.asAdmin('GET', `/api/v1/notification/delivery?rule=${alert.uuid}`);
    await expect
      .poll(async () => (await deliveries()).body)
      .toMatchObject([{ status: 'FAILED', error: STOPPED }]);
    expect(receiver.requests).toEqual([]);
  });

  it.each([1_050, 50_000])('cannot evaluate %d characters of expression for each element', async (length) => {
    const expression = 'x == 0 or '.repeat(length / 10 - 6);
    const template = `{{ (1..20000) | where_exp: "x", "${expression}x == 0" | size }}`;
    const { status, body } = await preview({ template });
    expect(status).toBe(400);
    expect(body.detail).toContain('where_exp');
  });
});

describe('A preview', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  it.each(['x', '../../etc', '0', 'f'.repeat(36)])(
    'of the notification %s is refused with 400',
    async (id) => {
      const body = { template: 'x', notification: id };
      const { status } = await service.asAdmin('POST', '/api/v1/notification/publisher/preview', body);
      expect(status).toBe(400);
    },
  );
});
