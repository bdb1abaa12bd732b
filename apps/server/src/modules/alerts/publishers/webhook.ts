import { createHmac } from 'node:crypto';
import { destinationUrl, secretName } from '../../settings/schema-members.ts';
import { JSON_TEMPLATE } from '../templates/text-templates.ts';
import { HEADER_NAME } from './config-members.ts';
import { postMessage } from './post-message.ts';
import type { OutgoingMessage, PublishDeps, PublisherKind } from './publisher-kind.ts';

interface WebhookConfig {
  readonly destinationUrl: string;
  readonly authHeaderName?: string;
  readonly authHeaderValue?: string;
  readonly publishProtobuf?: boolean;
  readonly signingSecret?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly secretHeaders?: Readonly<Record<string, string>>;
}

export const webhook: PublisherKind = {
  extension: 'webhook',
  displayName: 'Webhook',
  description: 'Posts JSON or protobuf to a URL',
  template: { text: JSON_TEMPLATE, mimeType: 'application/json' },
  configSchema: {
    type: 'object',
    required: ['destinationUrl'],
    additionalProperties: false,
    properties: {
      destinationUrl,
      authHeaderName: { type: 'string', title: 'Name of the authentication header', pattern: HEADER_NAME },
      authHeaderValue: { ...secretName, title: 'Secret with the value of the authentication header' },
      publishProtobuf: { type: 'boolean', title: 'Send protobuf instead of the template', default: false },
      signingSecret: {
        ...secretName,
        title: 'Secret to sign with',
        description:
          'Adds webhook-signature: v1 and the Base64 of HMAC-SHA-256 over webhook-id, webhook-timestamp and body, joined by dots',
      },
      headers: {
        type: 'object',
        title: 'Further headers',
        maxProperties: 50,
        propertyNames: { pattern: HEADER_NAME },
        additionalProperties: { type: 'string', maxLength: 4096, pattern: '^[\\x20-\\x7e\\t]*$' },
      },
      secretHeaders: {
        type: 'object',
        title: 'Headers whose values are secrets',
        maxProperties: 50,
        propertyNames: { pattern: HEADER_NAME },
        additionalProperties: secretName,
      },
    },
  },
  publish: async (message, deps) => {
    const config = message.config as unknown as WebhookConfig;
    const { body, contentType } = await toBody(message, config);
    const headers = {
      ...config.headers,
      ...(await resolveHeaders(config, deps)),
      ...(await sign(message, config, body, deps)),
      'content-type': contentType,
    };
    return postMessage(deps, { url: config.destinationUrl, headers, body });
  },
};

async function toBody(message: OutgoingMessage, { publishProtobuf }: WebhookConfig) {
  if (publishProtobuf) return { body: message.bytes, contentType: 'application/protobuf' };
  const { content, mimeType } = await message.render();
  return { body: content, contentType: mimeType };
}

async function resolveHeaders(
  { authHeaderName, authHeaderValue, secretHeaders }: WebhookConfig,
  deps: PublishDeps,
): Promise<Record<string, string>> {
  const named = Object.entries({
    ...secretHeaders,
    ...(authHeaderName && authHeaderValue ? { [authHeaderName]: authHeaderValue } : {}),
  });
  const values = named.map(async ([name, secret]) => [name, await deps.resolveSecret(secret)] as const);
  return Object.fromEntries(await Promise.all(values));
}

/** The id is the same in every attempt, so that a receiver can recognise repetitions. */
async function sign(
  { notification }: OutgoingMessage,
  { signingSecret }: WebhookConfig,
  body: string | Uint8Array,
  deps: PublishDeps,
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(deps.now().getTime() / 1000));
  const identity = { 'webhook-id': notification.id, 'webhook-timestamp': timestamp };
  if (!signingSecret) return identity;
  const hmac = createHmac('sha256', await deps.resolveSecret(signingSecret));
  hmac.update(`${notification.id}.${timestamp}.`).update(body);
  return { ...identity, 'webhook-signature': `v1,${hmac.digest('base64')}` };
}
