import type { Notification } from '@tallyman/contract/notification';
import { toNotificationJson } from '../notifications/notification-json.ts';
import type { ClaimedDelivery } from './delivery-store.ts';
import type { OutgoingMessage, PublisherKind } from './publisher-kind.ts';
import { renderTemplate } from './render-template.ts';
import type { TemplateThreads } from './template-threads.ts';
import { toVariables } from './templates/template-variables.ts';
import { JSON_TEMPLATE } from './templates/text-templates.ts';

interface Said {
  readonly notification: Notification;
  readonly bytes: Uint8Array;
}

export function toMessage(
  delivery: ClaimedDelivery,
  kind: PublisherKind,
  { notification, bytes }: Said,
  threads: TemplateThreads,
): OutgoingMessage {
  const { baseUrl, settings, teamAddresses } = delivery;
  // Of default publishers the template is that of this release, whatever an earlier one has stored.
  const own = delivery.isDefaultPublisher ? undefined : (delivery.template ?? undefined);
  const usual = usualTemplate(kind);
  const template = own ?? usual.text;
  const mimeType = own === undefined ? usual.mimeType : delivery.templateMimeType;
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
        own === undefined
          ? renderTemplate(template, mimeType, { ...toVariables(notification, url), ...variables }, 'own')
          : await threads.render({ template, mimeType, notification: bytes, baseUrl: url, variables });
      return { content, mimeType };
    },
  };
}

/** What `JSON_TEMPLATE` makes of a notification, for a third of the time: most of what is sent is sent so. */
export function toPlainJson(notification: Notification): string {
  return JSON.stringify({ notification: toNotificationJson(notification) });
}

/** Kinds that usually send the message itself have no template: where they need one, it is that message as JSON. */
export function usualTemplate(kind: PublisherKind): NonNullable<PublisherKind['template']> {
  return kind.template ?? { text: JSON_TEMPLATE, mimeType: 'application/json' };
}
