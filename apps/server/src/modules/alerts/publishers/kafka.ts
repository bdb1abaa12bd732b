import { secretName } from '../../settings/schema-members.ts';
import type { PublisherKind } from './publisher-kind.ts';

type KafkaClient = typeof import('./kafka-client.ts');

let client: Promise<KafkaClient> | undefined;

/** The library is a seventh of all modules of the service, so it is loaded when the first alert needs it. */
function loadClient(): Promise<KafkaClient> {
  client ??= import('./kafka-client.ts');
  return client;
}

const certificate = { type: 'string', maxLength: 65_536 } as const;

export const kafka: PublisherKind = {
  extension: 'kafka',
  displayName: 'Kafka',
  description: 'Sends to a Kafka topic, keyed by project',
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
  publish: async (message, deps) => (await loadClient()).sendToKafka(message, deps),
  check: async (settings, deps) => (await loadClient()).checkKafka(settings, deps),
};

/** Closes all connections. */
export async function closeKafka(): Promise<void> {
  (await client)?.closeProducers();
}
