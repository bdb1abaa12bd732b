import type { NotificationGroup } from '@tallyman/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { mayRead } from '../delivery/notification-access.ts';
import { alertSees, alertVisibility } from './alert-access.ts';

export interface PreviewOptions {
  readonly alertId: number;
  /** Notifications with smaller ids are left out: an id begins with its time. */
  readonly oldest: string;
  readonly principal: Principal;
}

export interface MatchingNotification {
  readonly id: string;
  readonly group: NotificationGroup;
  readonly notification: Uint8Array;
}

/** A deleted project has no UUID any more. It must not count as a notification without a project. */
const DELETED_PROJECT = '00000000-0000-0000-0000-000000000000';

const FLOODS = sql`
  select flood.id, flood.group_name, level, scope, coalesce(project.uuid, ${DELETED_PROJECT}::uuid) as project_uuid,
    false as is_test, count
  from notification_flood flood left join project on project.id = flood.project_id`;

/** Whether the alert matches, without its filter, and the principal may see the notification. */
function matchesAlert({ alertId, oldest, principal }: PreviewOptions) {
  return sql<boolean>`
    outbox.id >= ${oldest} and ${mayRead(principal)} and not outbox.is_test and outbox.scope = alert.scope and outbox.group_name = any(alert.groups)
    and array_position(array['INFORMATIONAL', 'WARNING', 'ERROR'], outbox.level)
      >= array_position(array['INFORMATIONAL', 'WARNING', 'ERROR'], alert.level)
    and alert.id = ${alertId} and (outbox.scope = 'SYSTEM' or ${alertSees('project.id')})
    and (outbox.project_uuid is null or (
      (not alert.latest_only or exists (select from project where uuid = outbox.project_uuid and is_latest))
      and (
        not exists (select from alert_project where alert_id = alert.id)
          and not exists (select from alert_tag where alert_id = alert.id)
        or exists (
          select from alert_project
          join project_ancestry on project_ancestry.ancestor_id = alert_project.project_id
            and (alert.notify_children or project_ancestry.depth = 0)
          join project on project.id = project_ancestry.descendant_id and project.uuid = outbox.project_uuid
          where alert_project.alert_id = alert.id)
        or exists (
          select from alert_tag join project_tag on project_tag.tag_id = alert_tag.tag_id
          join project on project.id = project_tag.project_id and project.uuid = outbox.project_uuid
          where alert_tag.alert_id = alert.id))))`;
}

export async function countMatching(
  db: Db,
  options: PreviewOptions,
): Promise<{ group: NotificationGroup; count: number }[]> {
  const { rows } = await sql<{ group: NotificationGroup; count: number }>`
    select outbox.group_name as "group", sum(outbox.count)::bigint as count
    from alert cross join ${alertVisibility()} cross join (
      select id, group_name, level, scope, project_uuid, is_test, 1 as count from notification_outbox
      union all ${FLOODS}
    ) as outbox left join project on project.uuid = outbox.project_uuid
    where ${matchesAlert(options)} group by outbox.group_name order by outbox.group_name`.execute(db);
  return rows;
}

/** Counts notifications of floods, which no filter can evaluate. */
export async function countUnexamined(db: Db, options: PreviewOptions): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(outbox.count), 0)::bigint as count from alert
    cross join ${alertVisibility()} cross join (${FLOODS}) as outbox
    left join project on project.uuid = outbox.project_uuid
    where ${matchesAlert(options)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** One page, after the last id of the page before. */
export async function listMatching(
  db: Db,
  options: PreviewOptions,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<MatchingNotification[]> {
  const { rows } = await sql<MatchingNotification>`
    select outbox.id, outbox.group_name as "group", outbox.notification
    from alert cross join ${alertVisibility()} cross join notification_outbox as outbox left join project on project.uuid = outbox.project_uuid
    where ${matchesAlert(options)} and (${after ?? null}::uuid is null or outbox.id > ${after ?? null}::uuid)
    order by outbox.id limit ${limit}`.execute(db);
  return rows;
}
