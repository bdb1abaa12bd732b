import type { Client } from '@tallyman/client';
import type { Alert, AlertUpdate } from '@tallyman/contract';
import { type Command, InvalidArgumentError } from 'commander';
import { collect } from '../command-options.ts';
import { getProjectUuid } from '../get-project-by-reference.ts';
import { toChoice } from '../to-choice.ts';
import { getTeam } from './get-team.ts';

/** What an alert sends, and where. */
export interface AlertOptions {
  readonly group?: readonly string[];
  readonly level?: string;
  readonly destination?: string;
  readonly config?: Readonly<Record<string, string>>;
  readonly filter?: string;
  readonly tag?: readonly string[];
  readonly latestOnly?: boolean;
  readonly children?: boolean;
  readonly digest?: string;
  readonly schedule?: string;
  readonly project?: readonly string[];
  readonly team?: readonly string[];
}

export function addAlertOptions(command: Command): Command {
  return command
    .option('--group <group>', 'group of notifications, such as new-vulnerability; may be repeated', collect)
    .option('--level <level>', 'lowest level: informational, warning or error')
    .option('--destination <address>', 'destination: webhook address or email address')
    .option('--config <key=value>', 'setting of the publisher; may be repeated', collectPairs)
    .option('--filter <cel>', 'CEL expression on the notification; empty for none')
    .option('--tag <tag>', 'only projects with this tag; may be repeated', collect)
    .option('--latest-only', 'only latest versions')
    .option('--no-latest-only')
    .option('--children', 'include descendants of the listed projects')
    .option('--no-children')
    .option('--digest <what>', 'upload: one message per project and upload; none: one per finding')
    .option('--schedule <cron>', 'schedule (cron) of an alert that sends summaries')
    .option('--project <project>', 'only this project; may be repeated', collect)
    .option('--team <team>', 'send mail to the members of this team; may be repeated', collect);
}

function collectPairs(text: string, earlier: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, key = '', value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (key === '') throw new InvalidArgumentError('Use key=value.');
  return { ...earlier, [key]: value };
}

/** Changes an alert and returns the result. Options that are not given are not changed. */
export async function updateAlert(
  client: Client,
  alert: Alert,
  options: AlertOptions & { readonly name?: string; readonly enabled?: boolean },
): Promise<Alert> {
  const { AlertUpdate: schema, alertOperations } = await import('@tallyman/contract');
  const changed: object = { ...alert, ...(await toChanges(alert, options)) };
  const members = Object.entries(changed).filter(([name]) => name in schema.properties);
  const body = Object.fromEntries(members) as unknown as AlertUpdate;
  const { body: updated } = await client.call(alertOperations.updateAlert, { body });
  const ruleUuid = alert.uuid;
  for (const project of options.project ?? []) {
    const params = { ruleUuid, projectUuid: await getProjectUuid(client, project) };
    await client.call(alertOperations.addProjectToAlert, { params });
  }
  for (const team of options.team ?? []) {
    const params = { ruleUuid, teamUuid: (await getTeam(client, team)).uuid };
    await client.call(alertOperations.addTeamToAlert, { params });
  }
  const isLinked = options.project !== undefined || options.team !== undefined;
  return isLinked ? (await client.call(alertOperations.getAlert, { params: { ruleUuid } })).body : updated;
}

/** Throws if a value is unknown. Called before anything is created or changed. */
export async function toAlertChoices({ group, level, digest }: AlertOptions): Promise<Partial<AlertUpdate>> {
  const { ALERT_DIGESTS, ALERT_LEVELS, NOTIFICATION_GROUPS } = await import('@tallyman/contract');
  return {
    ...(group && { notifyOn: group.map((each) => toChoice(each, NOTIFICATION_GROUPS, 'group')) }),
    ...(level && { notificationLevel: toChoice(level, ALERT_LEVELS, 'level') }),
    ...(digest !== undefined && { digest: toChoice(digest, ALERT_DIGESTS, 'digest') }),
  };
}

async function toChanges(
  alert: Alert,
  options: Parameters<typeof updateAlert>[2],
): Promise<Partial<AlertUpdate>> {
  const { name, enabled, filter, tag, latestOnly, children, schedule } = options;
  const config = toConfig(alert, options);
  return {
    ...(await toAlertChoices(options)),
    ...(name !== undefined && { name }),
    ...(enabled !== undefined && { enabled }),
    ...(config && { publisherConfig: JSON.stringify(config) }),
    ...(filter !== undefined && { filterExpression: filter }),
    ...(tag && { tags: tag.map((each) => ({ name: each })) }),
    ...(latestOnly !== undefined && { latestOnly }),
    ...(children !== undefined && { notifyChildren: children }),
    ...(schedule !== undefined && { scheduleCron: schedule }),
  };
}

/** Webhooks and chats have one address, mail has a list. */
function toConfig(
  { publisher, publisherConfig }: Alert,
  { destination, config }: AlertOptions,
): object | undefined {
  if (destination === undefined && config === undefined) return undefined;
  const present = publisherConfig === undefined ? {} : (JSON.parse(publisherConfig) as object);
  const address = /mail/i.test(publisher.extensionName)
    ? { recipientAddresses: destination?.split(',') }
    : { destinationUrl: destination };
  return { ...present, ...(destination === undefined ? {} : address), ...config };
}
