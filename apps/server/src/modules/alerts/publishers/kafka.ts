import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import { anyUnpack } from '@bufbuild/protobuf/wkt';
import { ProduceAcks, Producer } from '@platformatic/kafka';
import { UserSubjectSchema } from '@tallyman/contract/notification';
import type { OutgoingMessage, PublisherKind, PublishMeans } from '../publisher-kind.ts';
import { secretName } from './config-members.ts';

interface KafkaSettings {
  readonly enabled?: boolean;
  readonly bootstrapServers?: readonly string[];
  readonly tls?: { readonly enabled?: boolean; readonly caCert?: string };
  readonly mTls?: { readonly enabled?: boolean; readonly clientCert?: string; readonly clientKey?: string };
}

interface KafkaConfig {
  readonly topicName: string;
  readonly publishProtobuf?: boolean;
}

const certificate = { type: 'string', maxLength: 65_536 } as const;

export const kafka: PublisherKind = {
  extension: 'kafka',
  displayName: 'Kafka',
  description: 'Sends to a topic of Kafka, keyed by project',
  configSchema: {
    type: 'object',
    required: ['topicName'],
    additionalProperties: false,
    properties: {
      topicName: {
        type: 'string',
        title: 'Topic',
        pattern: '^[A-Za-z0-9._-]{1,249}$',
        default: 'tallyman-notifications',
      },
      publishProtobuf: { type: 'boolean', title: 'Send protobuf instead of the template', default: true },
    },
  },
  settingsSchema: {
    type: 'object',
    required: ['enabled'],
    additionalProperties: false,
    properties: {
      enabled: { type: 'boolean', title: 'Enabled', default: false },
      bootstrapServers: {
        type: 'array',
        title: 'Bootstrap servers',
        maxItems: 50,
        items: { type: 'string', maxLength: 262, pattern: '^[A-Za-z0-9._-]+:\\d{1,5}$' },
      },
      tls: {
        type: 'object',
        title: 'TLS',
        additionalProperties: false,
        properties: {
          enabled: { type: 'boolean', title: 'Enabled', default: false },
          caCert: { ...certificate, title: 'Certificate of the authority, PEM' },
        },
      },
      mTls: {
        type: 'object',
        title: 'Client certificate',
        additionalProperties: false,
        properties: {
          enabled: { type: 'boolean', title: 'Enabled', default: false },
          clientCert: { ...certificate, title: 'Certificate, PEM' },
          clientKey: { ...secretName, title: 'Secret with the key, PEM' },
        },
      },
    },
  },
  publish: async (message, means) => {
    const settings = message.settings as KafkaSettings;
    const { topicName, publishProtobuf = true } = message.config as unknown as KafkaConfig;
    if (!settings.enabled || !settings.bootstrapServers?.length)
      return { result: 'final', error: 'Kafka is not set up. An administrator does so once for all alerts.' };
    const { value, contentType } = toValue(message, publishProtobuf);
    const key = keyOf(message);
    const producer = await getProducer(settings, topicName, means);
    const sending = producer.send({
      messages: [
        {
          topic: topicName,
          value,
          ...(key === undefined ? {} : { key: Buffer.from(key) }),
          headers: new Map([[Buffer.from('content-type'), Buffer.from(contentType)]]),
        },
      ],
      acks: ProduceAcks.ALL,
    });
    await within(means.timeoutMs, sending);
    return { result: 'delivered', destination: `kafka ${topicName}` };
  },
  check: async (settings, means) => {
    await checkBrokers((settings as KafkaSettings).bootstrapServers ?? [], means);
    const producer = await createProducer(settings as KafkaSettings, means);
    try {
      await within(means.timeoutMs, producer.metadata({ topics: [] }));
      return undefined;
    } finally {
      letGo(producer);
    }
  },
};

function toValue(message: OutgoingMessage, asProtobuf: boolean) {
  if (asProtobuf) return { value: Buffer.from(message.bytes), contentType: 'application/protobuf' };
  const { content, mimeType } = message.render();
  return { value: Buffer.from(content), contentType: mimeType };
}

/** The project's UUID, so that what concerns one project keeps its order; of user events the user's name. */
function keyOf({ projectUuid, notification: { subject } }: OutgoingMessage): string | undefined {
  return projectUuid ?? (subject && anyUnpack(subject, UserSubjectSchema)?.username);
}

const producers = new Map<string, Promise<Producer>>();

/** One connection for all that goes to the same place. Brokers that the cluster names are checked like those given. */
async function getProducer(settings: KafkaSettings, topic: string, means: PublishMeans): Promise<Producer> {
  const key = hash('sha256', JSON.stringify(settings));
  const known = producers.get(key) ?? createProducer(settings, means);
  producers.set(key, known);
  try {
    await checkBrokers(settings.bootstrapServers ?? [], means);
    const producer = await known;
    const { brokers } = await within(means.timeoutMs, producer.metadata({ topics: [topic] }));
    await checkBrokers(
      [...brokers.values()].map(({ host }) => host),
      means,
    );
    return producer;
  } catch (error) {
    producers.delete(key);
    known.then(letGo, () => {});
    throw error;
  }
}

async function createProducer(settings: KafkaSettings, means: PublishMeans): Promise<Producer> {
  const { bootstrapServers = [], tls, mTls } = settings;
  const key = mTls?.enabled && mTls.clientKey ? await means.resolveSecret(mTls.clientKey) : undefined;
  return new Producer({
    clientId: 'tallyman',
    bootstrapBrokers: [...bootstrapServers],
    connectTimeout: means.timeoutMs,
    timeout: means.timeoutMs,
    retries: 0,
    idempotent: true,
    ...(tls?.enabled || mTls?.enabled
      ? {
          tls: {
            ...(tls?.caCert ? { ca: tls.caCert } : {}),
            ...(key ? { key, cert: mTls?.clientCert } : {}),
          },
        }
      : {}),
  });
}

async function checkBrokers(brokers: readonly string[], { guard }: PublishMeans): Promise<void> {
  await Promise.all(
    brokers.map((broker) => {
      const host = broker.replace(/:\d+$/, '');
      if (isIP(host)) return guard.checkAddress(host);
      const outcome = Promise.withResolvers<void>();
      guard.lookup(host, { all: true }, (error) => (error ? outcome.reject(error) : outcome.resolve()));
      return outcome.promise;
    }),
  );
}

/** The library does not answer at all when no broker can be reached. */
async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => timeout.reject(new Error(`No broker of Kafka answered within ${timeoutMs} ms.`)),
    timeoutMs,
  );
  try {
    return await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}

/** Without waiting for it: a connection that was never made cannot be closed either. */
function letGo(producer: Producer): void {
  void producer.close(true).catch(() => {});
}

/** Lets go of all connections. */
export function closeKafka(): void {
  for (const producer of producers.values()) producer.then(letGo, () => {});
  producers.clear();
}
