import { fromBinary } from '@bufbuild/protobuf';
import { anyUnpack } from '@bufbuild/protobuf/wkt';
import { Admin, Consumer, type Message } from '@platformatic/kafka';
import { Group, NotificationSchema, ProjectSchema, UserSubjectSchema } from '@tallyman/contract/notification';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAlert, DELIVERS_TO_LOOPBACK, deleteAlerts } from '../support/test-alerts.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { newUser } from '../support/test-users.ts';

const SETTINGS = '/api/v2/extension-points/notification-publisher/extensions/kafka';
let service: TestService;

beforeAll(async () => {
  service = await startTestService({ ...DELIVERS_TO_LOOPBACK, 'svc.notification.delivery.attempts': '3' });
});
beforeEach(() => deleteAlerts(service));
afterAll(() => service.close());

async function useBroker(broker: string): Promise<void> {
  const config = { enabled: true, bootstrapServers: [broker] };
  const { status } = await service.asAdmin('PUT', `${SETTINGS}/config`, { config });
  expect([204, 304]).toContain(status);
}

const toTopic = (topicName: string, details: Record<string, unknown> = {}) => {
  const { publishProtobuf = true, ...others } = details;
  const config = { topicName, publishProtobuf };
  return createAlert(service, { publisher: 'Kafka', groups: ['PROJECT_CREATED'], config, ...others });
};

let projects = 0;
async function createProject(): Promise<{ uuid: string; name: string }> {
  const name = `streamed ${++projects}`;
  return (await service.asAdmin('PUT', '/api/v1/project', { name, version: '1' })).body;
}

async function deliveryOf(alert: { uuid: string }) {
  const { body } = await service.asAdmin('GET', `/api/v1/notification/delivery?alert=${alert.uuid}`);
  return body[0];
}

describe('Kafka', () => {
  it('is retried if it is unreachable, and the delivery log has the reason', async () => {
    await useBroker('127.0.0.1:1');
    const alert = await toTopic('nowhere');
    await createProject();
    await expect.poll(async () => (await deliveryOf(alert))?.status).toBe('FAILED');
    expect(await deliveryOf(alert)).toMatchObject({
      attempts: 3,
      destination: 'kafka nowhere',
      error: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('a test of the settings distinguishes unreachable from internal addresses', async () => {
    const check = async (broker: string) => {
      const config = { enabled: true, bootstrapServers: [broker] };
      return (await service.asAdmin('POST', `${SETTINGS}/test`, { config })).body.checks[0];
    };
    expect(await check('127.0.0.1:1')).toMatchObject({
      status: 'FAILED',
      message: expect.stringContaining('ECONNREFUSED'),
    });
    expect(await check('127.0.0.2:9092')).toMatchObject({
      status: 'FAILED',
      message: expect.stringContaining('private or reserved'),
    });
  });

  it('previews JSON if the alert is configured so', async () => {
    const request = { extensionName: 'kafka', group: 'PROJECT_CREATED' };
    const { body } = await service.asAdmin('POST', '/api/v1/notification/publisher/preview', request);
    expect(body.mimeType).toBe('application/json');
    expect(JSON.parse(body.content).notification).toMatchObject({ group: 'GROUP_PROJECT_CREATED' });
  });
});

const brokers = [process.env.TALLYMAN_TEST_KAFKA ?? ''].filter((broker) => broker !== '');
if (brokers.length === 0)
  process.stderr.write('messages in Kafka left out: TALLYMAN_TEST_KAFKA names no broker on loopback\n');

describe.each(brokers)('A real broker, %s,', (broker) => {
  let admin: Admin;
  let topic: string;

  beforeAll(async () => {
    admin = new Admin({ clientId: 'tallyman-test', bootstrapBrokers: [broker] });
    await useBroker(broker);
  });
  beforeEach(async () => {
    topic = `tallyman-test-${crypto.randomUUID()}`;
    await admin.createTopics({ topics: [topic], partitions: 3, replicas: 1 });
  });
  afterAll(() => admin.close());

  async function readMessages(count: number): Promise<Message<Buffer, Buffer, Buffer, Buffer>[]> {
    const consumer = new Consumer({
      clientId: 'tallyman-test',
      groupId: topic,
      bootstrapBrokers: [broker],
    });
    try {
      const stream = await consumer.consume({ topics: [topic], mode: 'earliest', autocommit: false });
      const messages: Message<Buffer, Buffer, Buffer, Buffer>[] = [];
      for await (const message of stream) if (messages.push(message) === count) break;
      return messages;
    } finally {
      await consumer.close(true);
    }
  }

  const contentTypeOf = ({ headers }: Message<Buffer, Buffer, Buffer, Buffer>) =>
    [...headers].map(([name, value]) => `${name}: ${value}`);

  it('receives protobuf, keyed by project, over all partitions', async () => {
    const alert = await toTopic(topic);
    const created = await Promise.all(Array.from({ length: 20 }, createProject));
    const messages = await readMessages(created.length);
    const byKey = new Map(messages.map((message) => [String(message.key), message]));
    for (const { uuid, name } of created) {
      const message = byKey.get(uuid);
      const { group, subject } = fromBinary(NotificationSchema, message?.value ?? Buffer.of());
      expect(group).toBe(Group.PROJECT_CREATED);
      expect(subject && anyUnpack(subject, ProjectSchema)).toMatchObject({ uuid, name });
      expect(message && contentTypeOf(message)).toEqual(['content-type: application/protobuf']);
    }
    expect(new Set(messages.map(({ partition }) => partition)).size).toBe(3);
    await expect.poll(async () => (await deliveryOf(alert)).status).toBe('DELIVERED');
  });

  it('receives JSON if the alert is configured so', async () => {
    await toTopic(topic, { publishProtobuf: false });
    const { uuid, name } = await createProject();
    const [message] = await readMessages(1);
    expect(String(message?.key)).toBe(uuid);
    expect(message && contentTypeOf(message)).toEqual(['content-type: application/json']);
    expect(JSON.parse(String(message?.value)).notification).toMatchObject({
      group: 'GROUP_PROJECT_CREATED',
      subject: { uuid, name },
    });
  });

  it('receives user events keyed by user name, and other events without a key', async () => {
    await toTopic(topic, { scope: 'SYSTEM', groups: ['USER_CREATED', 'CONFIGURATION'] });
    await service.asAdmin('PUT', '/api/v1/user/managed', newUser('streamed-user'));
    const property = { groupName: 'general', propertyName: 'base.url', propertyValue: 'https://example.org' };
    await service.asAdmin('POST', '/api/v1/configProperty', property);
    const messages = await readMessages(2);
    const keys = messages.map(({ key, value }) => {
      const { group, subject } = fromBinary(NotificationSchema, value);
      const user = subject && anyUnpack(subject, UserSubjectSchema);
      return [Group[group], key ? String(key) : undefined, user?.username];
    });
    expect(keys.sort()).toEqual([
      ['CONFIGURATION', undefined, undefined],
      ['USER_CREATED', 'streamed-user', 'streamed-user'],
    ]);
  });

  it('without the topic is retried, and the delivery log names the topic; other deliveries continue', async () => {
    const lost = await toTopic(`${topic}-missing`);
    const alert = await toTopic(topic);
    await createProject();
    await expect.poll(async () => (await deliveryOf(alert))?.status).toBe('DELIVERED');
    await expect.poll(async () => (await deliveryOf(lost))?.status).toBe('FAILED');
    expect(await deliveryOf(lost)).toMatchObject({
      attempts: 3,
      error: expect.stringContaining(`Unknown topic ${topic}-missing`),
    });
  });

  it('is not sent too large messages again', async () => {
    const narrow = `${topic}-narrow`;
    const configs = [{ name: 'max.message.bytes', value: '100' }];
    await admin.createTopics({ topics: [narrow], partitions: 1, replicas: 1, configs });
    const alert = await toTopic(narrow);
    await createProject();
    await expect.poll(async () => (await deliveryOf(alert))?.status).toBe('FAILED');
    expect(await deliveryOf(alert)).toMatchObject({ attempts: 1 });
  });
});
