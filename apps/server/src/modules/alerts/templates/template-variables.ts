import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Notification } from '@tallyman/contract/notification';
import { toNotificationJson } from '../../notifications/notification-json.ts';
import { toFacts, toLinks } from './message-facts.ts';

/** The variables of templates. */
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
    // For people: names without the prefixes of the messages.
    level: json.level.replace(/^LEVEL_/, ''),
    scope: json.scope.replace(/^SCOPE_/, ''),
    group: json.group.replace(/^GROUP_/, ''),
    facts: toFacts(json),
    links: toLinks(json, base),
  };
}
