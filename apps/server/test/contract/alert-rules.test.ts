import { alertOperations, deliveryOperations, publisherOperations } from '@tallyman/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { itKeepsAccessRules } from '../support/access-rules.ts';
import { changeAlert, createAlert, DELIVERS_TO_LOOPBACK, deleteAlerts } from '../support/test-alerts.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const RULE = '/api/v1/notification/rule';
const PUBLISHER = '/api/v1/notification/publisher';
const NOBODY = '00000000-0000-0000-0000-000000000000';

let service: TestService;
let receiver: WebhookReceiver;
beforeAll(async () => {
  service = await startTestService(DELIVERS_TO_LOOPBACK);
  receiver = await startWebhookReceiver();
});
beforeEach(async () => {
  await deleteAlerts(service);
  receiver.requests.length = 0;
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

const publisherNamed = async (name: string) =>
  (await service.asAdmin('GET', PUBLISHER)).body.find((each: { name: string }) => each.name === name);

let projects = 0;
const createProject = async (details: object = {}) =>
  (await service.asAdmin('PUT', '/api/v1/project', { name: `p${++projects}`, ...details })).body;

/** Alerts that are created after this do not match earlier notifications. */
async function relayed(name: string): Promise<void> {
  const newest = async () => (await service.asAdmin('GET', '/api/v1/notification?limit=1')).body[0];
  await expect.poll(async () => (await newest())?.notification.subject?.name).toBe(name);
}

/** Returns the names of the projects in the delivered notifications, once as many as expected have arrived. */
async function deliveredProjects(count: number): Promise<string[]> {
  await expect.poll(() => receiver.requests.length).toBeGreaterThanOrEqual(count);
  await new Promise((resolve) => setTimeout(resolve, 150));
  return receiver.requests.map(({ body }) => JSON.parse(String(body)).notification.subject.name).sort();
}

const toReceiver = (details: object) =>
  createAlert(service, { groups: ['PROJECT_CREATED'], config: { destinationUrl: receiver.url }, ...details });

describe('Access', () => {
  itKeepsAccessRules(
    [
      ...Object.values(alertOperations),
      ...Object.values(publisherOperations),
      ...Object.values(deliveryOperations),
    ],
    () => service,
  );
});

describe('Publishers', () => {
  it('exist by default, one of each kind', async () => {
    const { body } = await service.asAdmin('GET', PUBLISHER);
    const defaults = body.filter(({ defaultPublisher }: { defaultPublisher: boolean }) => defaultPublisher);
    expect(
      defaults.map(({ name, extensionName }: { name: string; extensionName: string }) => [
        name,
        extensionName,
      ]),
    ).toEqual([
      ['Console', 'console'],
      ['Email', 'email'],
      ['Jira', 'jira'],
      ['Kafka', 'kafka'],
      ['Mattermost', 'mattermost'],
      ['Msteams', 'msteams'],
      ['Slack', 'slack'],
      ['Webex', 'webex'],
      ['Webhook', 'webhook'],
    ]);
    expect(defaults[3]).not.toHaveProperty('template');
    expect(defaults[8]).toMatchObject({ templateMimeType: 'application/json', template: expect.any(String) });
  });

  it('have their own template if users create them', async () => {
    const own = {
      name: 'Own',
      extensionName: 'webhook',
      template: '{"said": "{{ notification.title }}", "by": "{{ subject | summarize }}"}',
      templateMimeType: 'application/json',
    };
    const created = await service.asAdmin('PUT', PUBLISHER, own);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ ...own, defaultPublisher: false });
    expect((await service.asAdmin('PUT', PUBLISHER, own)).status).toBe(409);
    await toReceiver({ publisher: 'Own' });
    await createProject({ name: 'a "quoted" name', version: '2' });
    await expect.poll(() => receiver.requests.length).toBe(1);
    expect(JSON.parse(String(receiver.requests[0]?.body))).toEqual({
      said: 'Project Added',
      by: 'a "quoted" name : 2',
    });
    const changed = { ...created.body, name: 'Renamed', template: 'changed', templateMimeType: 'text/plain' };
    expect((await service.asAdmin('POST', PUBLISHER, changed)).body).toMatchObject({ name: 'Renamed' });
    expect((await service.asAdmin('DELETE', `${PUBLISHER}/${created.body.uuid}`)).status).toBe(204);
    expect((await service.asAdmin('GET', RULE)).body).toEqual([]);
  });

  it.each([
    [{ name: 'x', extensionName: 'pigeon' }, 'no extension named pigeon'],
    [{ name: 'x', extensionName: 'webhook', template: '{% if %}' }, 'template cannot be used'],
    [{ name: 'x', extensionName: 'webhook', template: '{% include "a" %}' }, 'template cannot be used'],
    [{ name: 'x', extensionName: 'webhook', template: 'x'.repeat(70_000) }, ''],
    [{ extensionName: 'webhook' }, ''],
  ])('are refused if they are invalid: %j', async (body, detail) => {
    const answer = await service.asAdmin('PUT', PUBLISHER, body);
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toContain(detail);
  });

  it('cannot be changed if they are default ones', async () => {
    const slack = await publisherNamed('Slack');
    expect((await service.asAdmin('POST', PUBLISHER, { ...slack, name: 'Mine' })).status).toBe(400);
    expect((await service.asAdmin('DELETE', `${PUBLISHER}/${slack.uuid}`)).status).toBe(400);
    expect((await service.asAdmin('DELETE', `${PUBLISHER}/${NOBODY}`)).status).toBe(404);
  });

  it('describe the configuration of their alerts as JSON Schema', async () => {
    const { uuid } = await publisherNamed('Webhook');
    const { body } = await service.asAdmin('GET', `${PUBLISHER}/${uuid}/configSchema`);
    expect(body).toMatchObject({
      required: ['destinationUrl'],
      properties: { authHeaderValue: { 'x-secret-ref': true }, publishProtobuf: { default: false } },
    });
  });

  it('can be previewed with a sample or a real notification', async () => {
    const template = '{{ group }}: {{ facts[0].name }}';
    const sample = await service.asAdmin('POST', `${PUBLISHER}/preview`, {
      template,
      group: 'POLICY_VIOLATION',
    });
    expect(sample.body).toEqual({ mimeType: 'text/plain', content: 'POLICY_VIOLATION: Policy' });
    const { name } = await createProject();
    const newest = async () =>
      (await service.asAdmin('GET', '/api/v1/notification?limit=1')).body[0].notification;
    await expect.poll(async () => (await newest()).subject?.name).toBe(name);
    const real = { extensionName: 'webhook', notification: (await newest()).id };
    const { body } = await service.asAdmin('POST', `${PUBLISHER}/preview`, real);
    expect(JSON.parse(body.content)).toEqual({ notification: await newest() });
    const endless = { template: '{% for a in (1..99999999) %}x{% endfor %}' };
    expect((await service.asAdmin('POST', `${PUBLISHER}/preview`, endless)).status).toBe(400);
  });
});

describe('Alerts', () => {
  it('are enabled by default, with the default configuration of their publisher', async () => {
    const { uuid } = await publisherNamed('Webhook');
    const input = { name: 'first', scope: 'PORTFOLIO', notificationLevel: 'WARNING', publisher: { uuid } };
    const { status, body } = await service.asAdmin('PUT', RULE, input);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'first',
      enabled: true,
      notifyChildren: true,
      logSuccessfulPublish: false,
      scope: 'PORTFOLIO',
      notificationLevel: 'WARNING',
      projects: [],
      tags: [],
      teams: [],
      notifyOn: [],
      triggerType: 'EVENT',
      publisherConfig: '{"publishProtobuf":false}',
      publisher: { uuid, extensionName: 'webhook', defaultPublisher: true },
    });
    expect(body.publisher).not.toHaveProperty('template');
    expect((await service.asAdmin('PUT', RULE, input)).status).toBe(409);
    expect(
      (await service.asAdmin('PUT', RULE, { ...input, name: 'b', publisher: { uuid: NOBODY } })).status,
    ).toBe(404);
    expect((await service.asAdmin('DELETE', RULE, { uuid: body.uuid })).status).toBe(204);
    expect((await service.asAdmin('DELETE', RULE, { uuid: body.uuid })).status).toBe(404);
  });

  it('are listed with totals, searched by their name or their publisher’s, and by trigger type', async () => {
    await toReceiver({});
    await createAlert(service, { publisher: 'Slack', groups: [], config: { destinationUrl: receiver.url } });
    const slack = await service.asAdmin('GET', `${RULE}?searchText=slack`);
    expect(slack.body).toHaveLength(1);
    expect(slack.headers.get('x-total-count')).toBe('1');
    expect((await service.asAdmin('GET', `${RULE}?triggerType=SCHEDULE`)).body).toEqual([]);
    const page = await service.asAdmin('GET', `${RULE}?pageSize=1&pageNumber=1&sortName=name&sortOrder=desc`);
    expect(page.headers.get('x-total-count')).toBe('2');
    expect(page.body).toHaveLength(1);
  });

  it.each([
    [{ notifyOn: ['USER_CREATED'] }, 'USER_CREATED not available'],
    [{ notifyOn: ['NEW_VULNERABILITIES_SUMMARY'] }, 'not available to alerts'],
    [{ publisherConfig: '{' }, 'must be a JSON object'],
    [{ publisherConfig: '{}' }, 'destinationUrl'],
    [{ publisherConfig: '{"destinationUrl":"ftp://x"}' }, '/destinationUrl'],
    [{ publisherConfig: '{"destinationUrl":"https://x","other":1}' }, 'other'],
    [
      { publisherConfig: '{"destinationUrl":"https://x","authHeaderValue":"nothing"}' },
      'Secret \\"nothing\\" does not exist.',
    ],
    [{ filterExpression: 'x'.repeat(2049) }, ''],
    [{ notificationLevel: 'LOUD' }, ''],
  ])('are refused: %j', async (changes, detail) => {
    const { uuid } = await toReceiver({});
    const { body: alert } = await service.asAdmin('GET', `${RULE}/${uuid}`);
    const answer = await service.asAdmin('POST', RULE, { ...alert, ...changes });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(detail);
  });

  it.each([
    ['destinationUrl', 'http://['],
    ['destinationUrl', 'http://user:password@hooks.example.org/'],
    ['destinationUrl', 'file:///etc/passwd'],
    ['headers', { 'Content-Length': '5' }],
    ['headers', { 'webhook-signature': 'v1,forged' }],
    ['secretHeaders', { HOST: 'name' }],
    ['authHeaderName', 'Transfer-Encoding'],
  ])('refuse %s %j in the configuration of a webhook', async (member, value) => {
    const { uuid } = await toReceiver({});
    const { body: alert } = await service.asAdmin('GET', `${RULE}/${uuid}`);
    const publisherConfig = JSON.stringify({ destinationUrl: receiver.url, [member]: value });
    const answer = await service.asAdmin('POST', RULE, { ...alert, publisherConfig });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].path).toContain(`/${member}`);
  });

  it('report the place of an error in a filter', async () => {
    const { uuid } = await toReceiver({});
    const { body: alert } = await service.asAdmin('GET', `${RULE}/${uuid}`);
    const filterExpression = 'level == Level.ERROR &&\n  titel == "x"';
    const answer = await service.asAdmin('POST', RULE, { ...alert, filterExpression });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      detail: 'Filter expression is invalid',
      errors: [{ line: 2, column: 3, message: expect.stringContaining('titel') }],
    });
  });
});

describe('An alert is limited', () => {
  it('with a list of projects, optionally with their children', async () => {
    const parent = await createProject();
    await relayed(parent.name);
    const alert = await toReceiver({});
    const limit = `${RULE}/${alert.uuid}/project/${parent.uuid}`;
    expect((await service.asAdmin('POST', limit)).body.projects).toEqual([
      { uuid: parent.uuid, name: parent.name },
    ]);
    expect((await service.asAdmin('POST', limit)).status).toBe(304);
    await createProject({ name: 'elsewhere' });
    await createProject({ name: 'below', parent: { uuid: parent.uuid } });
    expect(await deliveredProjects(1)).toEqual(['below']);
    await changeAlert(service, alert.uuid, { notifyChildren: false });
    await createProject({ name: 'below too', parent: { uuid: parent.uuid } });
    expect(await deliveredProjects(1)).toEqual(['below']);
    expect((await service.asAdmin('DELETE', limit)).status).toBe(200);
    expect((await service.asAdmin('DELETE', limit)).status).toBe(304);
    expect((await service.asAdmin('POST', `${RULE}/${alert.uuid}/project/${NOBODY}`)).status).toBe(404);
    const system = await createAlert(service, { groups: [], scope: 'SYSTEM' });
    expect((await service.asAdmin('POST', `${RULE}/${system.uuid}/project/${parent.uuid}`)).status).toBe(406);
  });

  it('with tags or projects: either is sufficient', async () => {
    const parent = await createProject();
    await relayed(parent.name);
    const alert = await toReceiver({ tags: [{ name: 'Payment' }] });
    await service.asAdmin('POST', `${RULE}/${alert.uuid}/project/${parent.uuid}`);
    await createProject({ name: 'tagged', tags: [{ name: 'payment' }] });
    await createProject({ name: 'listed', parent: { uuid: parent.uuid } });
    await createProject({ name: 'neither', tags: [{ name: 'other' }] });
    expect(await deliveredProjects(2)).toEqual(['listed', 'tagged']);
    const { body: ofTag, headers } = await service.asAdmin('GET', '/api/v1/tag/payment/notificationRule');
    expect(ofTag).toEqual([{ uuid: alert.uuid, name: alert.name }]);
    expect(headers.get('x-total-count')).toBe('1');
    expect(
      (await service.asAdmin('DELETE', '/api/v1/tag/payment/notificationRule', [alert.uuid])).status,
    ).toBe(204);
    expect((await service.asAdmin('POST', '/api/v1/tag/other/notificationRule', [alert.uuid])).status).toBe(
      204,
    );
    expect((await service.asAdmin('GET', `${RULE}/${alert.uuid}`)).body.tags).toEqual([{ name: 'other' }]);
    expect((await service.asAdmin('POST', '/api/v1/tag/unknown/notificationRule', [alert.uuid])).status).toBe(
      404,
    );
  });

  it('with an option for the latest versions of projects', async () => {
    await toReceiver({ latestOnly: true });
    await createProject({ name: 'old' });
    await createProject({ name: 'new', isLatest: true });
    expect(await deliveredProjects(1)).toEqual(['new']);
  });

  it('with a filter on the whole notification; a filter that cannot be evaluated sends nothing and is reported', async () => {
    const alert = await toReceiver({
      filterExpression: 'group == Group.GROUP_PROJECT_CREATED && subject.tags.exists(t, t == "wanted")',
    });
    const broken = await toReceiver({ filterExpression: 'subject.vulnerability.severity == "HIGH"' });
    await createProject({ name: 'wanted', tags: [{ name: 'wanted' }] });
    await createProject({ name: 'unwanted' });
    expect(await deliveredProjects(1)).toEqual(['wanted']);
    const { body: shown } = await service.asAdmin('GET', `${RULE}/${broken.uuid}`);
    expect(shown).toMatchObject({
      filterError: expect.stringContaining('vulnerability'),
      filterFailedAt: expect.any(Number),
    });
    const { body: log } = await service.asAdmin('GET', `/api/v1/notification/delivery?alert=${broken.uuid}`);
    expect(log.map(({ status }: { status: string }) => status)).toEqual(['FILTER_FAILED', 'FILTER_FAILED']);
    expect((await service.asAdmin('GET', `${RULE}/${alert.uuid}`)).body).not.toHaveProperty('filterError');
    await changeAlert(service, broken.uuid, { filterExpression: null });
    expect((await service.asAdmin('GET', `${RULE}/${broken.uuid}`)).body).not.toHaveProperty('filterError');
  });

  it('its preview counts the notifications that it would have sent in the last 30 days', async () => {
    await createProject({ name: 'counted', tags: [{ name: 'counted' }] });
    await relayed('counted');
    const alert = await toReceiver({ enabled: false, tags: [{ name: 'counted' }] });
    const count = async () => (await service.asAdmin('GET', `${RULE}/${alert.uuid}/preview`)).body;
    expect(await count()).toEqual({
      days: 30,
      count: 1,
      byGroup: { PROJECT_CREATED: 1 },
      filterErrors: 0,
      unexamined: 0,
    });
    await changeAlert(service, alert.uuid, { filterExpression: 'title == "Something else"' });
    expect(await count()).toMatchObject({ count: 0, filterErrors: 0 });
    await changeAlert(service, alert.uuid, { filterExpression: 'subject.nothing == 1' });
    expect(await count()).toMatchObject({ count: 0, filterErrors: 1 });
  });
});

describe('Internal addresses', () => {
  it('are refused at delivery, and the delivery log has the reason', async () => {
    const alert = await createAlert(service, {
      groups: ['PROJECT_CREATED'],
      config: { destinationUrl: 'http://[::ffff:10.0.0.1]/' },
    });
    await createProject();
    const log = async () =>
      (await service.asAdmin('GET', `/api/v1/notification/delivery?alert=${alert.uuid}`)).body;
    await expect.poll(async () => (await log())[0]?.status).toBe('FAILED');
    expect((await log())[0].error).toContain('private or reserved');
  });
});
