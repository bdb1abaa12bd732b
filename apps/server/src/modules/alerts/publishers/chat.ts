import { destinationUrl } from '../../settings/schema-members.ts';
import {
  MATTERMOST_TEMPLATE,
  SLACK_TEMPLATE,
  TEAMS_TEMPLATE,
  WEBEX_TEMPLATE,
} from '../templates/chat-templates.ts';
import { postMessage } from './post-message.ts';
import type { PublisherKind } from './publisher-kind.ts';

/** Chat services with incoming webhooks: they accept JSON at a secret URL, without further authentication. */
function chat(extension: string, displayName: string, service: string, text: string): PublisherKind {
  return {
    extension,
    displayName,
    description: `Posts to ${service}`,
    template: { text, mimeType: 'application/json' },
    configSchema: {
      type: 'object',
      required: ['destinationUrl'],
      additionalProperties: false,
      properties: { destinationUrl },
    },
    publish: async (message, deps) => {
      const url = String(message.config.destinationUrl);
      const { content, mimeType } = await message.render();
      // The path is a secret: only the origin is logged.
      const origin = URL.parse(url)?.origin ?? 'the address';
      return postMessage(deps, { url, headers: { 'content-type': mimeType }, body: content }, origin);
    },
  };
}

export const slack = chat('slack', 'Slack', 'a Slack incoming webhook', SLACK_TEMPLATE);
export const mattermost = chat(
  'mattermost',
  'Mattermost',
  'a Mattermost incoming webhook',
  MATTERMOST_TEMPLATE,
);
export const msteams = chat('msteams', 'Msteams', 'a Microsoft Teams incoming webhook', TEAMS_TEMPLATE);
export const webex = chat('webex', 'Webex', 'a Webex incoming webhook', WEBEX_TEMPLATE);
