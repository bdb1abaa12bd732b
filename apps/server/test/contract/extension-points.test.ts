import { extensionOperations } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itKeepsAccessRules } from '../support/access-rules.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const POINTS = '/api/v2/extension-points';
const PUBLISHERS = `${POINTS}/notification-publisher/extensions`;
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

describe('Access', () => {
  itKeepsAccessRules(Object.values(extensionOperations), () => service);
});

describe('Extension points', () => {
  it('are listed by name', async () => {
    const { status, body } = await service.asAdmin('GET', POINTS);
    expect(status).toBe(200);
    expect(body.items).toContainEqual({ name: 'notification-publisher' });
    expect(body.total).toEqual({ count: body.items.length, type: 'EXACT' });
  });

  it('list their extensions, and whether those can be configured and tested', async () => {
    const { status, body } = await service.asAdmin('GET', PUBLISHERS);
    expect(status).toBe(200);
    expect(body.items.map(({ name }: { name: string }) => name)).toEqual([
      'console',
      'email',
      'jira',
      'kafka',
      'mattermost',
      'msteams',
      'slack',
      'webex',
      'webhook',
    ]);
    expect(body.items).toContainEqual({
      name: 'email',
      display_name: 'Email',
      configurable: true,
      testable: true,
    });
    expect(body.items).toContainEqual({
      name: 'slack',
      display_name: 'Slack',
      configurable: false,
      testable: false,
    });
  });

  // Resolvers of package metadata are not built yet. Clients that list them get an empty list.
  it('package-metadata-resolver is listed and has no extensions yet', async () => {
    expect((await service.asAdmin('GET', POINTS)).body.items).toContainEqual({
      name: 'package-metadata-resolver',
    });
    const resolvers = `${POINTS}/package-metadata-resolver/extensions`;
    const { status, body } = await service.asAdmin('GET', resolvers);
    expect([status, body]).toEqual([200, { items: [], total: { count: 0, type: 'EXACT' } }]);
    for (const member of ['config', 'config-schema']) {
      expect((await service.asAdmin('GET', `${resolvers}/maven/${member}`)).status).toBe(404);
    }
  });

  it('are answered with 404 if they or their extensions are unknown', async () => {
    const paths = [
      `${POINTS}/nothing/extensions`,
      `${PUBLISHERS}/nothing/config`,
      `${PUBLISHERS}/nothing/config-schema`,
    ];
    for (const path of paths) expect((await service.asAdmin('GET', path)).status).toBe(404);
    const test = await service.asAdmin('POST', `${PUBLISHERS}/nothing/test`, { config: {} });
    expect(test.status).toBe(404);
  });
});

describe('The configuration of an extension', () => {
  it('is described by a JSON Schema that marks the names of secrets', async () => {
    const { status, body, headers } = await service.asAdmin('GET', `${PUBLISHERS}/email/config-schema`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('application/json');
    expect(body).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      required: ['enabled'],
      properties: { host: { type: 'string' }, password: { 'x-secret-ref': true } },
    });
    expect(Object.keys(body.properties)).toEqual([
      'enabled',
      'host',
      'port',
      'username',
      'password',
      'sslEnabled',
      'startTlsEnabled',
      'senderAddress',
    ]);
  });

  it('starts with the defaults of its schema', async () => {
    const { body } = await service.asAdmin('GET', `${PUBLISHERS}/email/config`);
    expect(body).toEqual({
      config: { enabled: false, port: 587, sslEnabled: false, startTlsEnabled: false },
    });
  });

  it('has no schema if there is nothing to configure', async () => {
    const schema = await service.asAdmin('GET', `${PUBLISHERS}/slack/config-schema`);
    expect([schema.status, schema.text]).toEqual([204, '']);
    expect((await service.asAdmin('GET', `${PUBLISHERS}/slack/config`)).status).toBe(404);
    const change = await service.asAdmin('PUT', `${PUBLISHERS}/slack/config`, { config: {} });
    expect(change.status).toBe(404);
    const { body } = await service.asAdmin('POST', `${PUBLISHERS}/slack/test`, {});
    expect(body.checks).toEqual([{ name: 'connection', status: 'SKIPPED' }]);
  });
});
