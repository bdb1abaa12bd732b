import type { Notification } from '@tallyman/contract/notification';
import { toNotificationJson } from '../../notifications/notification-json.ts';
import type { OutgoingMessage, PublisherKind } from '../publishers/publisher-kind.ts';
import { renderTemplate } from '../templates/render-template.ts';
import type { TemplateThreads } from '../templates/template-threads.ts';
import { toVariables } from '../templates/template-variables.ts';
import { JSON_TEMPLATE } from '../templates/text-templates.ts';
import type { ClaimedDelivery } from './delivery-store.ts';

interface DecodedNotification {
  readonly notification: Notification;
  readonly bytes: Uint8Array;
}

export function toMessage(
  delivery: ClaimedDelivery,
  kind: PublisherKind,
  { notification, bytes }: DecodedNotification,
  threads: TemplateThreads,
): OutgoingMessage {
  const { baseUrl, settings, teamAddresses } = delivery;
  // Default publishers use the template of this release, whatever an earlier one has stored.
  const custom = delivery.isDefaultPublisher ? undefined : (delivery.template ?? undefined);
  const fallback = defaultTemplate(kind);
  const template = custom ?? fallback.text;
  const mimeType = custom === undefined ? fallback.mimeType : delivery.templateMimeType;
  return {
    notification,
    bytes,
    alertName: delivery.alertName,
    config: JSON.parse(delivery.publisherConfig ?? '{}') as Record<string, unknown>,
    settings: settings ?? {},
    teamAddresses,
    projectUuid: delivery.projectUuid ?? undefined,
    render: async (variables = {}) => {
      if (template === JSON_TEMPLATE) return { content: toPlainJson(notification), mimeType };
      const url = baseUrl ?? '';
      const content =
        custom === undefined
          ? renderTemplate(template, mimeType, { ...toVariables(notification, url), ...variables }, 'builtin')
          : await threads.render({ template, mimeType, notification: bytes, baseUrl: url, variables });
      return { content, mimeType };
    },
  };
}

/** The same text as `JSON_TEMPLATE` renders, in a third of the time. Most deliveries use it. */
export function toPlainJson(notification: Notification): string {
  return JSON.stringify({ notification: toNotificationJson(notification) });
}

/** Kinds that send the protobuf message have no template. If they need one, it is `JSON_TEMPLATE`. */
export function defaultTemplate(kind: PublisherKind): NonNullable<PublisherKind['template']> {
  return kind.template ?? { text: JSON_TEMPLATE, mimeType: 'application/json' };
}
