import { type Alert, PERMISSIONS, type Permission } from '@tallyman/contract';
import { presentPublisherOfAlert } from '../publishers/present-publisher.ts';
import type { AlertRow } from './alert-store.ts';

export function presentAlert(row: AlertRow): Alert {
  return {
    uuid: row.uuid,
    name: row.name,
    enabled: row.is_enabled,
    notifyChildren: row.notify_children,
    latestOnly: row.latest_only,
    logSuccessfulPublish: row.log_successful_publish,
    scope: row.scope,
    notificationLevel: row.level,
    projects: row.projects.map(({ uuid, name, version }) => ({ uuid, name, version: version ?? undefined })),
    tags: row.tags.map((name) => ({ name })),
    teams: row.teams.map(({ uuid, name, permissions }) => ({
      uuid,
      name,
      permissions: permissions.map((permission) => ({
        name: permission,
        description: PERMISSIONS[permission as Permission] ?? '',
      })),
    })),
    notifyOn: [...row.groups],
    publisher: presentPublisherOfAlert(row.publisher),
    publisherConfig: row.publisher_config ?? undefined,
    filterExpression: row.filter_expression ?? undefined,
    filterError: row.filter_error ?? undefined,
    filterFailedAt: row.filter_failed_at?.getTime(),
    digest: row.digest,
    seesAllProjects: row.sees_all,
    triggerType: row.trigger_type,
    scheduleCron: row.schedule_cron ?? undefined,
    scheduleLastTriggeredAt: row.schedule_last_triggered_at?.getTime(),
    scheduleNextTriggerAt: row.schedule_next_trigger_at?.getTime(),
    scheduleSkipUnchanged: row.schedule_skip_unchanged ?? undefined,
  };
}
