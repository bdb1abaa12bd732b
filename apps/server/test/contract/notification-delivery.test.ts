import { createHmac } from 'node:crypto';
import { fromBinary } from '@bufbuild/protobuf';
import { anyUnpack } from '@bufbuild/protobuf/wkt';
import { Group, NotificationSchema, ProjectSchema } from '@tallyman/contract/notification';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  changeAlert,
  createAlert,
  creationIsRelayed,
  DELIVERS_TO_LOOPBACK,
  deleteAlerts,
} from '../support/test-alerts.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import {
  type ReceivedRequest,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../support/webhook-receiver.ts';

let service: TestService;
let receiver: WebhookReceiver;

beforeAll(async () => {
  service = await startTestService({ ...DELIVERS_TO_LOOPBACK, 'svc.notification.delivery.attempts': '4' });
  receiver = await startWebhookReceiver();
});
beforeEach(async () => {
  await deleteAlerts(service);
  receiver.requests.length = 0;
  receiver.answer = () => ({});
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

const toReceiver = (details: Record<string, unknown> = {}) =>
  createAlert(service, {
    groups: ['PROJECT_CREATED'],
    config: { destinationUrl: `${receiver.url}/hook`, ...(details.config as object) },
    ...Object.fromEntries(Object.entries(details).filter(([name]) => name !== 'config')),
  });

let projects = 0;
async function createProject(details: Record<string, unknown> = {}) {
  const answer = await service.asAdmin('PUT', '/api/v1/project', {
    name: `project ${++projects}`,
    version: '1',
    ...details,
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}

const deliveries = async (query = '') =>
  (await service.asAdmin('GET', `/api/v1/notification/delivery?${query}`)).body;

const received = () => receiver.requests.map(({ body }) => JSON.parse(String(body)).notification);

describe('Notifications', () => {
  it('are received only through an explicitly configured alert', async () => {
    await creationIsRelayed(service, (await createProject()).uuid);
    await toReceiver();
    const project = await createProject({ name: 'shop' });
    await expect.poll(() => receiver.requests.length).toBe(1);
    expect(received()[0]).toMatchObject({
      level: 'LEVEL_INFORMATIONAL',
      scope: 'SCOPE_PORTFOLIO',
      group: 'GROUP_PROJECT_CREATED',
      title: 'Project Added',
      content: 'shop was created',
      subject: { uuid: project.uuid, name: 'shop', version: '1', isActive: true },
    });
    expect(received()[0].timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(receiver.requests[0]?.headers['content-type']).toBe('application/json');
  });

  it('are not received through an alert that is disabled; enabling takes effect at once', async () => {
    const alert = await toReceiver({ enabled: false });
    await creationIsRelayed(service, (await createProject()).uuid);
    await changeAlert(service, alert.uuid, { enabled: true });
    const { uuid } = await createProject();
    await expect.poll(() => received().map(({ subject }) => subject.uuid)).toEqual([uuid]);
  });

  it('are sent as protobuf with the packed subject if the alert is configured so', async () => {
    await toReceiver({ config: { publishProtobuf: true } });
    const { uuid } = await createProject();
    await expect.poll(() => receiver.requests.length).toBe(1);
    expect(receiver.requests[0]?.headers['content-type']).toBe('application/protobuf');
    const notification = fromBinary(NotificationSchema, receiver.requests[0]?.body ?? new Uint8Array());
    expect(notification.group).toBe(Group.PROJECT_CREATED);
    expect(notification.subject && anyUnpack(notification.subject, ProjectSchema)?.uuid).toBe(uuid);
  });

  it('have an authentication header, custom headers and a signature whose keys are named secrets', async () => {
    await service.asAdmin('POST', '/api/v2/secrets', { name: 'hook-auth', value: 'Bearer one' });
    await service.asAdmin('POST', '/api/v2/secrets', { name: 'hook-sign', value: 'signing key' });
    const config = {
      authHeaderName: 'Authorization',
      authHeaderValue: 'hook-auth',
      signingSecret: 'hook-sign',
      headers: { 'X-Environment': 'test' },
      secretHeaders: { 'X-Token': 'hook-auth' },
    };
    await toReceiver({ config });
    await createProject();
    await expect.poll(() => receiver.requests.length).toBe(1);
    const { headers, body } = receiver.requests[0] as ReceivedRequest;
    expect(headers).toMatchObject({
      authorization: 'Bearer one',
      'x-environment': 'test',
      'x-token': 'Bearer one',
      'webhook-id': received()[0].id,
    });
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const digest = createHmac('sha256', 'signing key').update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${digest}`);
  });

  it('about one project arrive in order, even if the receiver refuses some', async () => {
    await toReceiver({ groups: ['BOM_CONSUMED', 'BOM_PROCESSED', 'PROJECT_CREATED'] });
    receiver.answer = (_, count) => ({ status: count % 2 === 1 ? 503 : 200 });
    const upload = await service.asAdmin('PUT', '/api/v1/bom', {
      projectName: 'ordered',
      projectVersion: '1',
      autoCreate: true,
      bom: Buffer.from('{"bomFormat":"CycloneDX","specVersion":"1.6","components":[]}').toString('base64'),
    });
    expect(upload.status).toBe(200);
    await expect.poll(() => receiver.requests.length).toBe(6);
    const taken = received().filter((_, index) => index % 2 === 1);
    expect(taken.map(({ group }) => group)).toEqual([
      'GROUP_PROJECT_CREATED',
      'GROUP_BOM_CONSUMED',
      'GROUP_BOM_PROCESSED',
    ]);
  });
});

describe('A delivery', () => {
  it.each([429, 500, 502, 503])('is retried with the same id after the response %s', async (status) => {
    const { uuid } = await toReceiver();
    receiver.answer = (_, count) => ({ status: count < 3 ? status : 204 });
    await createProject();
    await expect.poll(() => receiver.requests.length).toBe(3);
    expect(new Set(received().map(({ id }) => id)).size).toBe(1);
    await expect.poll(async () => (await deliveries(`alert=${uuid}`))[0].status).toBe('DELIVERED');
    const [delivery] = await deliveries(`alert=${uuid}`);
    expect(delivery).toMatchObject({
      attempts: 3,
      responseStatus: 204,
      destination: `${receiver.url}/hook`,
    });
  });

  it.each([400, 401, 404, 410, 302])('is not retried after the response %s', async (status) => {
    const { uuid } = await toReceiver();
    receiver.answer = () => ({ status, body: 'go away', headers: { location: 'http://127.0.0.1:1/' } });
    await createProject();
    await expect.poll(async () => (await deliveries(`alert=${uuid}`))[0]?.status).toBe('FAILED');
    const [delivery] = await deliveries(`alert=${uuid}`);
    expect(delivery).toMatchObject({ attempts: 1, responseStatus: status, responseExcerpt: 'go away' });
    expect(receiver.requests).toHaveLength(1);
  });

  it('waits as long as Retry-After demands', async () => {
    const { uuid } = await toReceiver();
    receiver.answer = () => ({ status: 429, headers: { 'retry-after': '1' } });
    await createProject();
    await expect.poll(async () => (await deliveries(`alert=${uuid}`))[0]?.attempts).toBe(1);
    const [delivery] = await deliveries(`alert=${uuid}`);
    expect(delivery.nextAttemptAt - delivery.lastAttemptAt).toBe(1_000);
  });

  it('becomes a dead letter after the last attempt, and can be sent again', async () => {
    const { uuid } = await toReceiver();
    receiver.answer = () => ({ status: 500 });
    await createProject();
    await expect.poll(async () => (await deliveries(`alert=${uuid}&status=FAILED`)).length).toBe(1);
    expect(receiver.requests).toHaveLength(4);
    const [dead] = await deliveries(`alert=${uuid}`);
    expect(dead.error).toContain('Given up after 4 attempts');
    receiver.answer = () => ({});
    const again = await service.asAdmin('POST', `/api/v1/notification/delivery/${dead.uuid}/resend`);
    expect(again.status).toBe(201);
    expect(again.body).toMatchObject({ resend: true, notification: { id: dead.notification.id } });
    await expect
      .poll(async () =>
        (await deliveries(`notification=${dead.notification.id}`)).map((d: { status: string }) => d.status),
      )
      .toEqual(['DELIVERED', 'FAILED']);
  });

  it('is cancelled if its alert is disabled or deleted before it is sent', async () => {
    const alert = await toReceiver();
    receiver.answer = () => ({ status: 503, headers: { 'retry-after': '1' } });
    const { uuid } = await createProject();
    await expect.poll(async () => (await deliveries(`project=${uuid}`))[0]?.attempts).toBe(1);
    await changeAlert(service, alert.uuid, { enabled: false });
    await expect.poll(async () => (await deliveries(`project=${uuid}`))[0]?.status).toBe('CANCELLED');
    const refused = await service.asAdmin(
      'POST',
      `/api/v1/notification/delivery/${(await deliveries(`project=${uuid}`))[0].uuid}/resend`,
    );
    expect(refused.status).toBe(409);
  });

  it('is logged without secrets that the receiver echoes', async () => {
    await service.asAdmin('POST', '/api/v2/secrets', { name: 'echoed', value: 'top "secret" \\ value' });
    receiver.answer = ({ headers }) => ({ body: `\0 ${JSON.stringify(headers)}` });
    const { uuid } = await toReceiver({ config: { secretHeaders: { 'X-Token': 'echoed' } } });
    await createProject();
    await expect.poll(async () => (await deliveries(`alert=${uuid}`))[0]?.status).toBe('DELIVERED');
    const [{ responseExcerpt }] = await deliveries(`alert=${uuid}`);
    expect(receiver.requests[0]?.headers['x-token']).toBe('top "secret" \\ value');
    expect(responseExcerpt).toContain('"x-token":"***"');
    expect(responseExcerpt).not.toContain('secret');
    expect(receiver.requests).toHaveLength(1);
  });

  it('is not retried if it can never be sent', async () => {
    await service.asAdmin('POST', '/api/v2/secrets', { name: 'two-lines', value: 'one\ntwo' });
    const { uuid } = await toReceiver({ config: { secretHeaders: { 'X-Token': 'two-lines' } } });
    await createProject();
    await expect.poll(async () => (await deliveries(`alert=${uuid}`))[0]?.status).toBe('FAILED');
    const [delivery] = await deliveries(`alert=${uuid}`);
    expect(delivery).toMatchObject({ attempts: 1, error: expect.stringContaining('invalid X-Token header') });
  });

  it('is listed by status, alert, group, project and time, with totals', async () => {
    const { uuid: alert } = await toReceiver();
    const { uuid: project } = await createProject();
    await createProject();
    await expect.poll(async () => (await deliveries(`alert=${alert}&status=DELIVERED`)).length).toBe(2);
    expect(await deliveries(`alert=${alert}&project=${project}`)).toHaveLength(1);
    expect(await deliveries(`alert=${alert}&group=BOM_PROCESSED`)).toHaveLength(0);
    expect(await deliveries(`alert=${alert}&since=${Date.now() + 60_000}`)).toHaveLength(0);
    const page = await service.asAdmin(
      'GET',
      `/api/v1/notification/delivery?alert=${alert}&pageSize=1&pageNumber=1`,
    );
    expect(page.headers.get('x-total-count')).toBe('2');
    expect(page.body[0]).toMatchObject({ alert: { uuid: alert }, notification: { title: 'Project Added' } });
  });
});

describe('"Why did I (not) get this"', () => {
  it('lists the alerts that matched and, for the others, the condition that did not match', async () => {
    const matching = await toReceiver();
    const byLevel = await toReceiver({ level: 'ERROR' });
    const byGroup = await toReceiver({ groups: ['BOM_PROCESSED'] });
    const byScope = await toReceiver({ scope: 'SYSTEM', groups: ['USER_CREATED'] });
    const off = await toReceiver({ enabled: false });
    const byTag = await toReceiver({ tags: [{ name: 'elsewhere' }] });
    const latest = await toReceiver({ latestOnly: true });
    const byFilter = await toReceiver({ filterExpression: 'subject.name == "another"' });
    const { uuid: project } = await createProject();
    await expect.poll(() => receiver.requests.length).toBe(1);
    await expect.poll(async () => (await deliveries(`project=${project}`))[0]?.status).toBe('DELIVERED');
    const [{ notification }] = await deliveries(`project=${project}`);
    const { body: why } = await service.asAdmin('GET', `/api/v1/notification/${notification.id}/why`);
    const found = Object.fromEntries(
      why.alerts.map(
        (alert: { uuid: string; refusedBy?: string; matches: boolean; deliveries: unknown[] }) => [
          alert.uuid,
          alert.matches ? `sent ${alert.deliveries.length}` : alert.refusedBy,
        ],
      ),
    );
    expect(found).toEqual({
      [matching.uuid]: 'sent 1',
      [byLevel.uuid]: 'LEVEL',
      [byGroup.uuid]: 'GROUP',
      [byScope.uuid]: 'SCOPE',
      [off.uuid]: 'ENABLED',
      [byTag.uuid]: 'LIMITS',
      [latest.uuid]: 'LATEST',
      [byFilter.uuid]: 'FILTER',
    });
  });

  it('answers 404 for an unknown notification', async () => {
    const answer = await service.asAdmin(
      'GET',
      '/api/v1/notification/0190c3e0-0000-7000-8000-000000000001/why',
    );
    expect(answer.status).toBe(404);
  });
});

describe('The notification log', () => {
  it('lists all notifications in order, and can be followed', async () => {
    const { body: before } = await service.asAdmin('GET', '/api/v1/notification?limit=1');
    const after = before[0]?.position ?? 0;
    const waiting = service.asAdmin('GET', `/api/v1/notification?after=${after}&wait=10`);
    const { uuid } = await createProject();
    const { body: news } = await waiting;
    expect(news[0].position).toBeGreaterThan(after);
    expect(news[0].notification).toMatchObject({ group: 'GROUP_PROJECT_CREATED', subject: { uuid } });
    const one = await service.asAdmin('GET', `/api/v1/notification/${news[0].notification.id}`);
    expect(one.body).toEqual(news[0].notification);
  });

  it.each(['9223372036854775808', '1e30', '-1', 'x'])(
    'lists nothing after the position %s',
    async (after) => {
      expect((await service.asAdmin('GET', `/api/v1/notification?after=${after}`)).status).toBe(400);
    },
  );
});
