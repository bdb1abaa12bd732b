import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTeamKey } from '../support/team-key.ts';
import { createAlert, DELIVERS_TO_LOOPBACK } from '../support/test-alerts.ts';
import { startTestService, type TestAnswer, type TestService } from '../support/test-service.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

type Caller = (method: string, path: string, body?: unknown) => Promise<TestAnswer>;

const VALUE = 'a value that must not leave';
const RULE = '/api/v1/notification/rule';
const EMAIL = '/api/v2/extension-points/notification-publisher/extensions/email';

let service: TestService;
let receiver: WebhookReceiver;
/** May configure everything, but not manage secrets. */
let configurator: Caller;
let manager: Caller;

beforeAll(async () => {
  service = await startTestService({
    ...DELIVERS_TO_LOOPBACK,
    'svc.secret-management.database.kek': Buffer.alloc(32, 1).toString('base64'),
  });
  receiver = await startWebhookReceiver();
  await service.asAdmin('POST', '/api/v2/secrets', { name: 'token', value: VALUE });
  const caller = ({ apiKey }: { apiKey: string }): Caller => {
    return (method, path, body) => service.request(method, path, { apiKey, body });
  };
  configurator = caller(await createTeamKey(service, 'SYSTEM_CONFIGURATION'));
  manager = caller(await createTeamKey(service, 'SYSTEM_CONFIGURATION', 'SECRET_MANAGEMENT_UPDATE'));
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

async function update(caller: Caller, uuid: string, config: object): Promise<TestAnswer> {
  const { body: alert } = await service.asAdmin('GET', `${RULE}/${uuid}`);
  return caller('POST', RULE, { ...alert, publisherConfig: JSON.stringify(config) });
}

describe('Naming a secret needs a permission of secret management', () => {
  it.each([
    { secretHeaders: { authorization: 'token' } },
    { signingSecret: 'token' },
    { authHeaderName: 'authorization', authHeaderValue: 'token' },
  ])('in an alert: %j', async (naming) => {
    const { uuid } = await createAlert(service, { groups: ['PROJECT_CREATED'] });
    const config = { destinationUrl: receiver.url, ...naming };
    const refused = await update(configurator, uuid, config);
    expect(refused.status).toBe(403);
    expect(refused.body.detail).toContain('SECRET_MANAGEMENT');
    expect((await update(manager, uuid, config)).status).toBe(200);
  });

  it('in the settings of a publisher', async () => {
    const config = { enabled: true, host: '127.0.0.1', password: 'token', senderAddress: 'a@example.org' };
    expect((await configurator('PUT', `${EMAIL}/config`, { config })).status).toBe(403);
    expect((await manager('PUT', `${EMAIL}/config`, { config })).status).toBe(204);
    expect((await configurator('PUT', `${EMAIL}/config`, { config })).status).toBe(304);
    const elsewhere = { ...config, host: 'elsewhere.example.org' };
    expect((await configurator('PUT', `${EMAIL}/config`, { config: elsewhere })).status).toBe(403);
  });

  it('in a setting, and for the address of that setting', async () => {
    const set = (caller: Caller, propertyName: string, propertyValue: string | null) =>
      caller('POST', '/api/v1/configProperty', { groupName: 'integrations', propertyName, propertyValue });
    expect((await set(configurator, 'defectdojo.url', 'https://first.example.org')).status).toBe(200);
    expect((await set(configurator, 'defectdojo.apiKey', 'token')).status).toBe(403);
    expect((await set(manager, 'defectdojo.apiKey', 'token')).status).toBe(200);
    expect((await set(configurator, 'defectdojo.url', 'https://first.example.org')).status).toBe(200);
    expect((await set(configurator, 'defectdojo.url', 'https://second.example.org')).status).toBe(403);
    const { body } = await configurator('POST', '/api/v1/configProperty/aggregate', [
      {
        groupName: 'integrations',
        propertyName: 'defectdojo.url',
        propertyValue: 'https://third.example.org',
      },
    ]);
    expect(body).toEqual([expect.stringContaining('SECRET_MANAGEMENT')]);
    expect((await set(configurator, 'defectdojo.apiKey', null)).status).toBe(200);
    expect((await set(configurator, 'defectdojo.url', 'https://second.example.org')).status).toBe(200);
  });
});

describe('An alert that names a secret', () => {
  const config = () => ({ destinationUrl: `${receiver.url}/kept`, secretHeaders: { 'x-token': 'token' } });
  const create = async () => {
    const alert = await createAlert(service, { groups: ['PROJECT_CREATED'] });
    expect((await update(manager, alert.uuid, config())).status).toBe(200);
    return alert;
  };

  it('is saved unchanged without that permission', async () => {
    const { uuid } = await create();
    expect((await update(configurator, uuid, config())).status).toBe(200);
    const { body: alert } = await service.asAdmin('GET', `${RULE}/${uuid}`);
    const renamed = { ...alert, name: `${alert.name}, renamed`, publisherConfig: undefined };
    expect((await configurator('POST', RULE, renamed)).status).toBe(200);
  });

  it('is not sent elsewhere without it', async () => {
    const { uuid } = await create();
    const elsewhere = { ...config(), destinationUrl: `${receiver.url}/elsewhere` };
    expect((await update(configurator, uuid, elsewhere)).status).toBe(403);
    expect((await update(configurator, uuid, { destinationUrl: elsewhere.destinationUrl })).status).toBe(200);
  });

  it('is not tested without it, and nothing is sent', async () => {
    const { uuid } = await create();
    receiver.requests.length = 0;
    const test = (caller: Caller) => caller('POST', `/api/v1/notification/publisher/test/${uuid}`);
    expect((await test(configurator)).status).toBe(403);
    expect((await test(manager)).status).toBe(200);
    await expect.poll(() => receiver.requests.length).toBe(1);
    expect(receiver.requests[0]?.headers['x-token']).toBe(VALUE);
  });
});

describe('A test of the settings of a publisher', () => {
  it('requires the permission if they name a secret', async () => {
    const config = { enabled: true, host: '127.0.0.1', port: 1, username: 'x', password: 'token' };
    expect((await configurator('POST', `${EMAIL}/test`, { config })).status).toBe(403);
    const tested = await manager('POST', `${EMAIL}/test`, { config });
    expect(tested.body.checks).toMatchObject([{ status: 'FAILED' }]);
    expect(tested.text).not.toContain(VALUE);
  });
});
