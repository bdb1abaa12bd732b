import { configPropertyOperations } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKeyWith, itKeepsAccessRules } from '../support/access-rules.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.close());

const set = (groupName: string, propertyName: string, propertyValue?: string | null) =>
  service.asAdmin('POST', '/api/v1/configProperty', { groupName, propertyName, propertyValue });

/** The value of a property as the list shows it. */
const find = async (groupName: string, propertyName: string): Promise<string | undefined> => {
  const { body } = await service.asAdmin('GET', '/api/v1/configProperty');
  return body.find(
    (one: Record<string, string>) => one.groupName === groupName && one.propertyName === propertyName,
  )?.propertyValue;
};

describe('config properties', () => {
  it('are listed with their defaults, types and descriptions', async () => {
    const { status, body } = await service.asAdmin('GET', '/api/v1/configProperty');
    expect(status).toBe(200);
    expect(body).toContainEqual({
      groupName: 'access-management',
      propertyName: 'acl.enabled',
      propertyValue: 'false',
      propertyType: 'BOOLEAN',
      description: expect.any(String),
    });
    expect(body).toContainEqual({
      groupName: 'general',
      propertyName: 'base.url',
      propertyType: 'URL',
      description: expect.any(String),
    });
  });

  it('can be changed one by one', async () => {
    const changed = await set('general', 'base.url', 'https://tally.example.org');
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      groupName: 'general',
      propertyName: 'base.url',
      propertyValue: 'https://tally.example.org',
      propertyType: 'URL',
    });
    expect(await find('general', 'base.url')).toBe('https://tally.example.org');
  });

  it('return to their default when they are emptied', async () => {
    await set('internal-components', 'match-mode', 'AND');
    const emptied = await set('internal-components', 'match-mode', null);
    expect(emptied.body.propertyValue).toBe('OR');
    expect(await find('internal-components', 'match-mode')).toBe('OR');
    await set('general', 'default.locale', 'de');
    expect((await set('general', 'default.locale')).body).not.toHaveProperty('propertyValue');
  });

  it.each([
    ['the wrong type', 'access-management', 'acl.enabled', 'maybe'],
    ['a number that is none', 'maintenance', 'metrics.retention.days', 'many'],
    ['an address that is none', 'general', 'base.url', 'nowhere'],
    ['a weight out of range', 'risk-score', 'weight.high', '11'],
    ['a word that is not on the list', 'artifact', 'bom.validation.mode', 'OFTEN'],
    ['groups that are no regular expression', 'internal-components', 'groups.regex', '(org'],
    ['names that are no regular expression', 'internal-components', 'names.regex', '[z-a]'],
    ['a read-only property', 'internal', 'cluster.id', 'mine'],
  ])('are refused with 400 and a reason: %s', async (_, group, name, value) => {
    const answer = await set(group, name, value);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body.detail).toContain(`${group}.${name}`);
  });

  it('are answered with 404 if they do not exist', async () => {
    expect((await set('general', 'no.such.thing', 'x')).status).toBe(404);
    expect((await service.request('GET', '/api/v1/configProperty/public/general/no.such.thing')).status).toBe(
      404,
    );
    expect((await service.asAdmin('GET', '/api/v1/configProperty/internal/no/such')).status).toBe(404);
  });

  it('are changed together; the response has the property or the reason of each', async () => {
    const update = (groupName: string, propertyName: string, propertyValue: string) => ({
      groupName,
      propertyName,
      propertyValue,
    });
    const { status, body } = await service.asAdmin('POST', '/api/v1/configProperty/aggregate', [
      update('risk-score', 'weight.low', '2'),
      update('risk-score', 'weight.high', '99'),
      update('no', 'such', 'x'),
      update('internal', 'cluster.id', 'x'),
      update('risk-score', 'weight.low', '3'),
    ]);
    expect(status).toBe(200);
    expect(body).toEqual([
      expect.objectContaining({ propertyName: 'weight.low', propertyValue: '2' }),
      expect.stringContaining('between 1 and 10'),
      expect.stringContaining('no.such'),
      expect.stringContaining('can not be modified'),
      expect.objectContaining({ propertyName: 'weight.low', propertyValue: '3' }),
    ]);
    expect(await find('risk-score', 'weight.low')).toBe('3');
    expect(await find('risk-score', 'weight.high')).toBe('5');
    expect((await service.asAdmin('POST', '/api/v1/configProperty/aggregate', [])).body).toEqual([]);
  });

  it.each([
    ['access-management', 'acl.enabled'],
    ['general', 'default.locale'],
    ['general', 'welcome.message.enabled'],
    ['general', 'welcome.message.html'],
  ])('are open to everyone where they are public: %s/%s', async (group, name) => {
    const { status, body } = await service.request('GET', `/api/v1/configProperty/public/${group}/${name}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ groupName: group, propertyName: name });
  });

  it('the welcome message is off by default and has a default text', async () => {
    const read = async (name: string) =>
      (await service.request('GET', `/api/v1/configProperty/public/general/welcome.message.${name}`)).body;
    expect((await read('enabled')).propertyValue).toBe('false');
    expect(decodeURIComponent((await read('html')).propertyValue)).toContain('Welcome to Tallyman');
  });

  it('every one has a description', async () => {
    const { body } = await service.asAdmin('GET', '/api/v1/configProperty');
    for (const property of body) expect(property.description, property.propertyName).toMatch(/^[A-Z].{5,}/);
  });

  it('answer 403 on the public address when they are not public', async () => {
    for (const path of ['general/base.url', 'integrations/fortify.ssc.token', 'banner/config']) {
      expect((await service.request('GET', `/api/v1/configProperty/public/${path}`)).status).toBe(403);
    }
  });

  it('are open to every signed-in caller where they are internal or public', async () => {
    const apiKey = await apiKeyWith(service, []);
    const read = (path: string) =>
      service.request('GET', `/api/v1/configProperty/internal/${path}`, { apiKey });
    expect((await read('banner/config')).body).toMatchObject({ propertyValue: '{}' });
    expect((await read('access-management/acl.enabled')).status).toBe(200);
    expect((await read('general/base.url')).status).toBe(403);
    expect((await service.request('GET', '/api/v1/configProperty/internal/banner/config')).status).toBe(401);
  });

  it('identify the installation', async () => {
    expect(await find('internal', 'cluster.id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('switch the portfolio access control', async () => {
    expect(await find('access-management', 'acl.enabled')).toBe('false');
    await set('access-management', 'acl.enabled', 'true');
    expect(await find('access-management', 'acl.enabled')).toBe('true');
    await set('access-management', 'acl.enabled', 'false');
  });

  it.each([
    ['no body', undefined],
    ['a list instead of an object', []],
    ['no name', { groupName: 'general' }],
    ['a number as value', { groupName: 'general', propertyName: 'base.url', propertyValue: 5 }],
  ])('answer 400 to a malformed request: %s', async (_, body) => {
    expect((await service.asAdmin('POST', '/api/v1/configProperty', body)).status).toBe(400);
  });
});

describe('access to config properties', () => {
  itKeepsAccessRules(Object.values(configPropertyOperations), () => service);
});
