import { destinationUrl, secretName } from '../../settings/schema-members.ts';
import { JIRA_TEMPLATE } from '../templates/text-templates.ts';
import { postMessage } from './post-message.ts';
import type { PublishDeps, PublisherKind } from './publisher-kind.ts';

interface JiraSettings {
  readonly enabled?: boolean;
  readonly apiUrl?: string;
  readonly username?: string;
  readonly passwordOrToken?: string;
}

export const jira: PublisherKind = {
  extension: 'jira',
  displayName: 'Jira',
  description: 'Creates issues in Jira',
  template: { text: JIRA_TEMPLATE, mimeType: 'application/json' },
  configSchema: {
    type: 'object',
    required: ['projectKey', 'issueType'],
    additionalProperties: false,
    properties: {
      projectKey: { type: 'string', title: 'Key of the project', minLength: 1, maxLength: 255 },
      issueType: { type: 'string', title: 'Type of the issues', minLength: 1, maxLength: 255 },
    },
  },
  settingsSchema: {
    type: 'object',
    required: ['enabled'],
    additionalProperties: false,
    properties: {
      enabled: { type: 'boolean', title: 'Enabled', default: false },
      apiUrl: { ...destinationUrl, title: 'Address of Jira' },
      username: { type: 'string', title: 'User name', maxLength: 255 },
      passwordOrToken: { ...secretName, title: 'Secret with the password or token' },
    },
  },
  publish: async (message, deps) => {
    const settings = message.settings as JiraSettings;
    if (!settings.enabled || !settings.apiUrl)
      return {
        result: 'permanent',
        error: 'Jira is not configured. Ask an administrator to configure it once for all alerts.',
      };
    const { projectKey, issueType } = message.config;
    const { content, mimeType } = await message.render({
      jiraProjectKey: projectKey,
      jiraTicketType: issueType,
    });
    const headers = { 'content-type': mimeType, ...(await authorize(settings, deps)) };
    return postMessage(deps, { url: issueUrl(settings.apiUrl), headers, body: content });
  },
  check: async (settings, deps) => {
    const { apiUrl = '', ...login } = settings as JiraSettings;
    const url = `${apiUrl.replace(/\/+$/, '')}/rest/api/2/myself`;
    const headers = await authorize(login, deps);
    const { status } = await deps.http.readText({
      url,
      headers,
      accepts: 'any',
      maxBytes: 0,
      truncate: true,
    });
    return status === 200 ? undefined : `Jira answered with status ${status}.`;
  },
};

function issueUrl(apiUrl: string): string {
  return `${apiUrl.replace(/\/+$/, '')}/rest/api/2/issue`;
}

/** Basic authentication with a user name, otherwise a bearer token. */
async function authorize(
  { username, passwordOrToken }: JiraSettings,
  deps: PublishDeps,
): Promise<Record<string, string>> {
  if (!passwordOrToken) return {};
  const secret = await deps.resolveSecret(passwordOrToken);
  if (!username) return { authorization: `Bearer ${secret}` };
  return { authorization: `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}` };
}
