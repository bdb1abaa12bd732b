import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import { anyUnpack } from '@bufbuild/protobuf/wkt';
import { GenericError, ProduceAcks, Producer, TimeoutError } from '@platformatic/kafka';
import { UserSubjectSchema } from '@tallyman/contract/notification';
import { AddressRefusedError } from '../../../platform/outgoing-http/ssrf-guard.ts';
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
    const { value, contentType } = await toValue(message, publishProtobuf);
    const key = keyOf(message);
    const record = {
      topic: topicName,
      value,
      ...(key === undefined ? {} : { key: Buffer.from(key) }),
      headers: new Map([[Buffer.from('content-type'), Buffer.from(contentType)]]),
    };
    const destination = `kafka ${topicName}`;
    try {
      const producer = await getProducer(settings, topicName, means);
      await within(means.timeoutMs, producer.send({ messages: [record], acks: ProduceAcks.ALL }));
      return { result: 'delivered', destination };
    } catch (error) {
      if (!isOfKafka(error)) throw error;
      return { result: isForGood(error) ? 'final' : 'passing', destination, error: describe(error) };
    }
  },
  check: async (settings, means) => {
    const producer = await createProducer(settings as KafkaSettings, means);
    try {
      await listBrokers(producer, settings as KafkaSettings, [], means);
      return undefined;
    } catch (error) {
      if (!isOfKafka(error)) throw error;
      return describe(error);
    } finally {
      letGo(producer);
    }
  },
};

async function toValue(message: OutgoingMessage, asProtobuf: boolean) {
  if (asProtobuf) return { value: Buffer.from(message.bytes), contentType: 'application/protobuf' };
  const { content, mimeType } = await message.render();
  return { value: Buffer.from(content), contentType: mimeType };
}

/** The project's UUID, so that what concerns one project keeps its order; of user events the user's name. */
function keyOf({ projectUuid, notification: { subject } }: OutgoingMessage): string | undefined {
  return projectUuid ?? (subject && anyUnpack(subject, UserSubjectSchema)?.username);
}

const producers = new Map<string, Promise<Producer>>();

/** One for all that goes to the same place. It finds its way back by itself when brokers go and come. */
async function getProducer(settings: KafkaSettings, topic: string, means: PublishMeans): Promise<Producer> {
  const key = hash('sha256', JSON.stringify(settings));
  const known = producers.get(key) ?? createProducer(settings, means);
  producers.set(key, known);
  known.catch(() => producers.delete(key));
  const producer = await known;
  await listBrokers(producer, settings, [topic], means);
  return producer;
}

/** Brokers that the cluster names are checked like those given. */
async function listBrokers(
  producer: Producer,
  { bootstrapServers = [] }: KafkaSettings,
  topics: string[],
  means: PublishMeans,
): Promise<void> {
  await checkBrokers(bootstrapServers, means);
  const { brokers } = await within(means.timeoutMs, producer.metadata({ topics }));
  await checkBrokers(
    [...brokers.values()].map(({ host }) => host),
    means,
  );
}

/**
 * It sends a message once and says how that went. As an idempotent one it would go on trying by itself, without an end
 * and behind our back; what comes again because of us has the same id.
 */
async function createProducer(settings: KafkaSettings, means: PublishMeans): Promise<Producer> {
  const { bootstrapServers = [], tls, mTls } = settings;
  const key = mTls?.enabled && mTls.clientKey ? await means.resolveSecret(mTls.clientKey) : undefined;
  return new Producer({
    clientId: 'tallyman',
    bootstrapBrokers: [...bootstrapServers],
    connectTimeout: means.timeoutMs,
    timeout: means.timeoutMs,
    retries: 0,
    ...(tls?.enabled || mTls?.enabled
      ? {
          tls: {
            lookup: means.guard.lookup,
            ...(tls?.caCert ? { ca: tls.caCert } : {}),
            ...(key ? { key, cert: mTls?.clientCert } : {}),
          },
        }
      : {}),
  });
}

/** Answers of brokers that stay the same, however often they are asked. */
const FOR_GOOD: ReadonlySet<unknown> = new Set([
  'INVALID_TOPIC_EXCEPTION',
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
]);

function isForGood(error: Error): boolean {
  return reasonsOf(error).some(
    (reason) => reason instanceof AddressRefusedError || ('apiId' in reason && FOR_GOOD.has(reason.apiId)),
  );
}

/** Whatever the library or the brokers say. */
function isOfKafka(error: unknown): error is Error {
  return error instanceof Error && GenericError.isGenericError(error);
}

/** With the reasons, down to that of the connection. */
function describe(error: Error): string {
  return [...new Set(reasonsOf(error).map(({ message }) => message))].join(' ');
}

/** Of several errors that were found together the first one speaks for all. */
function reasonsOf(error: Error): Error[] {
  const [next] = 'errors' in error && Array.isArray(error.errors) ? error.errors : [error.cause];
  return [error, ...(next instanceof Error ? reasonsOf(next) : [])];
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

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => timeout.reject(new TimeoutError(`No broker of Kafka answered within ${timeoutMs} ms.`)),
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
