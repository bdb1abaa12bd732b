import { mattermost, msteams, slack, webex } from './chat.ts';
import { consolePublisher } from './console.ts';
import { email } from './email.ts';
import { jira } from './jira.ts';
import { kafka } from './kafka.ts';
import type { PublisherKind } from './publisher-kind.ts';
import { webhook } from './webhook.ts';

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
