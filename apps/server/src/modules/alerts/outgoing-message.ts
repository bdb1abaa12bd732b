import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Notification } from '@tallyman/contract/notification';
import { toNotificationJson } from '../notifications/notification-json.ts';
import type { ClaimedDelivery } from './delivery-store.ts';
import type { OutgoingMessage, PublisherKind } from './publisher-kind.ts';
import { renderTemplate } from './render-template.ts';
import { toFacts, toLinks } from './templates/message-facts.ts';
import { JSON_TEMPLATE } from './templates/text-templates.ts';

interface Said {
  readonly notification: Notification;
  readonly bytes: Uint8Array;
}

export function toMessage(
  delivery: ClaimedDelivery,
  kind: PublisherKind,
  { notification, bytes }: Said,
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
    render: (variables) => {
      if (template === JSON_TEMPLATE) return { content: toPlainJson(notification), mimeType };
      const known = { ...toVariables(notification, baseUrl ?? ''), ...variables };
      const whose = own === undefined ? 'own' : 'foreign';
      return { content: renderTemplate(template, mimeType, known, whose), mimeType };
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

/** What templates see. */
export function toVariables(notification: Notification, baseUrl: string): Record<string, unknown> {
  const json = toNotificationJson(notification);
  const base = baseUrl.replace(/\/+$/, '');
  const time = notification.timestamp ? timestampDate(notification.timestamp) : new Date(0);
  return {
    notification: json,
    subject: json.subject,
    subjectJson: JSON.stringify(json.subject),
    timestamp: json.timestamp,
    timestampEpochSeconds: Math.floor(time.getTime() / 1000),
    baseUrl: base,
    // For people: names without the prefixes of the messages, and what matters as lines.
    level: json.level.replace(/^LEVEL_/, ''),
    scope: json.scope.replace(/^SCOPE_/, ''),
    group: json.group.replace(/^GROUP_/, ''),
    facts: toFacts(json),
    links: toLinks(json, base),
  };
}
