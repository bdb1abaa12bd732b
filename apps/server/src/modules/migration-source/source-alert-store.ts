import type { SourceDatabase } from './source-database-store.ts';
import { groupByOwner, listProjects, listTags, listTeams } from './source-links-store.ts';
import type { SourceAlert, SourcePublisher } from './source-records.ts';
import { toName, toText, toUuid } from './source-values.ts';

export async function listPublishers(database: SourceDatabase): Promise<SourcePublisher[]> {
  return (await database.rows('NOTIFICATIONPUBLISHER')).map((row) => ({
    id: Number(row.ID),
    uuid: toUuid(row.UUID),
    name: toName(row.NAME),
    description: toText(row.DESCRIPTION),
    implementation: String(row.EXTENSION_NAME ?? row.PUBLISHER_CLASS ?? ''),
    template: toText(row.TEMPLATE),
    templateMimeType: toText(row.TEMPLATE_MIME_TYPE),
    isDefault: row.DEFAULT_PUBLISHER === true,
  }));
}

export async function listAlerts(database: SourceDatabase): Promise<SourceAlert[]> {
  const owner = 'NOTIFICATIONRULE_ID';
  const projects = groupByOwner(await listProjects(database, 'NOTIFICATIONRULE_PROJECTS', owner));
  const tags = groupByOwner(await listTags(database, 'NOTIFICATIONRULE_TAGS', owner));
  const teams = groupByOwner(await listTeams(database, 'NOTIFICATIONRULE_TEAMS', owner));
  return (await database.rows('NOTIFICATIONRULE')).map((row) => ({
    uuid: toUuid(row.UUID),
    name: toName(row.NAME),
    isEnabled: row.ENABLED === true,
    scope: String(row.SCOPE),
    level: toText(row.NOTIFICATION_LEVEL),
    groups: toGroups(row.NOTIFY_ON),
    notifyChildren: row.NOTIFY_CHILDREN !== false,
    logSuccessfulPublish: row.LOG_SUCCESSFUL_PUBLISH === true,
    publisherId: typeof row.PUBLISHER === 'number' ? row.PUBLISHER : undefined,
    publisherConfig: row.PUBLISHER_CONFIG,
    filterExpression: toText(row.FILTER_EXPRESSION),
    triggerType: toText(row.TRIGGER_TYPE) ?? 'EVENT',
    scheduleCron: toText(row.SCHEDULE_CRON),
    scheduleSkipUnchanged: row.SCHEDULE_SKIP_UNCHANGED === true,
    projects: projects(row.ID),
    tags: tags(row.ID),
    teams: teams(row.ID),
  }));
}

/** Comma-separated text before 0.7.0, an array since. */
function toGroups(value: unknown): string[] {
  const given: unknown[] = Array.isArray(value) ? value : String(value ?? '').split(',');
  return given.map((group) => String(group).trim()).filter((group) => group !== '');
}

/** Names of publishers that have settings. The settings themselves are not read. */
export async function listPublisherSettings(database: SourceDatabase): Promise<string[]> {
  const found = [
    ...(database.tables.has('CONFIGPROPERTY') ? await listProperties(database) : []),
    ...(database.tables.has('EXTENSION_RUNTIME_CONFIG') ? await listExtensions(database) : []),
  ];
  return [...new Set(found)].sort();
}

async function listProperties(database: SourceDatabase): Promise<string[]> {
  const rows = await database.query<{ name: string }>(`
    select distinct case "GROUPNAME" when 'email' then 'email' else 'jira' end as name from "CONFIGPROPERTY"
    where coalesce("PROPERTYVALUE", '') <> ''
      and ("GROUPNAME" = 'email' or ("GROUPNAME" = 'integrations' and "PROPERTYNAME" like 'jira.%'))`);
  return rows.map(({ name }) => name);
}

async function listExtensions(database: SourceDatabase): Promise<string[]> {
  const rows = await database.query<{ name: string }>(`
    select "EXTENSION" as name from "EXTENSION_RUNTIME_CONFIG" where "EXTENSION" in ('email', 'jira', 'kafka')`);
  return rows.map(({ name }) => name);
}
