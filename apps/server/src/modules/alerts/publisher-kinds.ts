import type { PublisherKind } from './publisher-kind.ts';
import { mattermost, msteams, slack, webex } from './publishers/chat.ts';
import { consolePublisher } from './publishers/console.ts';
import { email } from './publishers/email.ts';
import { jira } from './publishers/jira.ts';
import { kafka } from './publishers/kafka.ts';
import { webhook } from './publishers/webhook.ts';

/** Every way to send there is. */
export const publisherKinds: readonly PublisherKind[] = [
  consolePublisher,
  email,
  jira,
  kafka,
  mattermost,
  msteams,
  slack,
  webex,
  webhook,
];

const byExtension = new Map(publisherKinds.map((kind) => [kind.extension, kind]));

export function findPublisherKind(extension: string): PublisherKind | undefined {
  return byExtension.get(extension);
}
