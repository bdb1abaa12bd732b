import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import { anyUnpack } from '@bufbuild/protobuf/wkt';
import { GenericError, ProduceAcks, Producer, TimeoutError } from '@platformatic/kafka';
import { UserSubjectSchema } from '@tallyman/contract/notification';
import { AddressRefusedError } from '../../../platform/outgoing-http/ssrf-guard.ts';
import type { PublishOutcome } from './publish-outcome.ts';
import type { OutgoingMessage, PublishDeps } from './publisher-kind.ts';

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

export async function sendToKafka(message: OutgoingMessage, deps: PublishDeps): Promise<PublishOutcome> {
  const settings = message.settings as KafkaSettings;
  const { topicName, publishProtobuf = true } = message.config as unknown as KafkaConfig;
  if (!settings.enabled || !settings.bootstrapServers?.length)
    return {
      result: 'permanent',
      error: 'Kafka is not configured. Ask an administrator to configure it once for all alerts.',
    };
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
    const producer = await getProducer(settings, topicName, deps);
    await withTimeout(deps.timeoutMs, producer.send({ messages: [record], acks: ProduceAcks.ALL }));
    return { result: 'delivered', destination };
  } catch (error) {
    if (!isKafkaError(error)) throw error;
    return {
      result: isPermanent(error) ? 'permanent' : 'transient',
      destination,
      error: describeError(error),
    };
  }
}

/** The reason why the brokers cannot be reached. */
export async function checkKafka(settings: object, deps: PublishDeps): Promise<string | undefined> {
  const producer = await createProducer(settings as KafkaSettings, deps);
  try {
    await listBrokers(producer, settings as KafkaSettings, [], deps);
    return undefined;
  } catch (error) {
    if (!isKafkaError(error)) throw error;
    return describeError(error);
  } finally {
    closeProducer(producer);
  }
}

async function toValue(message: OutgoingMessage, asProtobuf: boolean) {
  if (asProtobuf) return { value: Buffer.from(message.bytes), contentType: 'application/protobuf' };
  const { content, mimeType } = await message.render();
  return { value: Buffer.from(content), contentType: mimeType };
}

/** The UUID of the project, so that the notifications of one project keep their order. For user events the user name. */
function keyOf({ projectUuid, notification: { subject } }: OutgoingMessage): string | undefined {
  return projectUuid ?? (subject && anyUnpack(subject, UserSubjectSchema)?.username);
}

const producers = new Map<string, Promise<Producer>>();

/** One producer for each configuration. It reconnects by itself. */
async function getProducer(settings: KafkaSettings, topic: string, deps: PublishDeps): Promise<Producer> {
  const key = hash('sha256', JSON.stringify(settings));
  const known = producers.get(key) ?? createProducer(settings, deps);
  producers.set(key, known);
  known.catch(() => producers.delete(key));
  const producer = await known;
  await listBrokers(producer, settings, [topic], deps);
  return producer;
}

/** Lists the brokers of the cluster. They pass the same address guard as the configured ones. */
async function listBrokers(
  producer: Producer,
  { bootstrapServers = [] }: KafkaSettings,
  topics: string[],
  deps: PublishDeps,
): Promise<void> {
  await checkBrokers(bootstrapServers, deps);
  const { brokers } = await withTimeout(deps.timeoutMs, producer.metadata({ topics }));
  await checkBrokers(
    [...brokers.values()].map(({ host }) => host),
    deps,
  );
}

/**
 * A producer that sends once and reports the outcome. An idempotent producer of this library retries without an end.
 * Repetitions are ours, and have the same id.
 */
async function createProducer(settings: KafkaSettings, deps: PublishDeps): Promise<Producer> {
  const { bootstrapServers = [], tls, mTls } = settings;
  const key = mTls?.enabled && mTls.clientKey ? await deps.resolveSecret(mTls.clientKey) : undefined;
  return new Producer({
    clientId: 'tallyman',
    bootstrapBrokers: [...bootstrapServers],
    connectTimeout: deps.timeoutMs,
    timeout: deps.timeoutMs,
    retries: 0,
    ...(tls?.enabled || mTls?.enabled
      ? {
          tls: {
            lookup: deps.guard.lookup,
            ...(tls?.caCert ? { ca: tls.caCert } : {}),
            ...(key ? { key, cert: mTls?.clientCert } : {}),
          },
        }
      : {}),
  });
}

/** Errors that a retry does not change. */
const PERMANENT: ReadonlySet<unknown> = new Set([
  'INVALID_TOPIC_EXCEPTION',
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
]);

function isPermanent(error: Error): boolean {
  return causesOf(error).some(
    (cause) => cause instanceof AddressRefusedError || ('apiId' in cause && PERMANENT.has(cause.apiId)),
  );
}

function isKafkaError(error: unknown): error is Error {
  return error instanceof Error && GenericError.isGenericError(error);
}

/** The message with those of its causes, down to the connection. */
function describeError(error: Error): string {
  return [...new Set(causesOf(error).map(({ message }) => message))].join(' ');
}

/** The error and its causes. Of an aggregate error only the first. */
function causesOf(error: Error): Error[] {
  const [next] = 'errors' in error && Array.isArray(error.errors) ? error.errors : [error.cause];
  return [error, ...(next instanceof Error ? causesOf(next) : [])];
}

async function checkBrokers(brokers: readonly string[], { guard }: PublishDeps): Promise<void> {
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

async function withTimeout<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => timeout.reject(new TimeoutError(`No Kafka broker answered within ${timeoutMs} ms.`)),
    timeoutMs,
  );
  try {
    return await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}

/** Does not wait: closing a connection that was never made does not end. */
function closeProducer(producer: Producer): void {
  void producer.close(true).catch(() => {});
}

/** Closes all connections. */
export function closeProducers(): void {
  for (const producer of producers.values()) producer.then(closeProducer, () => {});
  producers.clear();
}
