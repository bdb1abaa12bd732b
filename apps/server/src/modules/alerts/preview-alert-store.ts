import type { NotificationGroup } from '@tallyman/contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { alertSees, sightOfAlert } from './alert-access.ts';
import { mayRead } from './notification-access.ts';

/** Whose notifications are looked through, since when, and who may see what comes of it. */
export interface Previewed {
  readonly alertId: number;
  /** By the time in its id. */
  readonly oldest: string;
  readonly principal: Principal;
}

export interface MatchingNotification {
  readonly id: string;
  readonly group: NotificationGroup;
  readonly notification: Uint8Array;
}

const UNHEARD = sql`
  select id, group_name, level, scope, project_uuid, false as is_test, count from notification_unheard`;

/** What is within an alert's conditions, but for its filter, and may be seen. */
function matchesAlert({ alertId, oldest, principal }: Previewed) {
  return sql<boolean>`
    said.id >= ${oldest} and ${mayRead(principal)} and not said.is_test and said.scope = alert.scope and said.group_name = any(alert.groups)
    and array_position(array['INFORMATIONAL', 'WARNING', 'ERROR'], said.level)
      >= array_position(array['INFORMATIONAL', 'WARNING', 'ERROR'], alert.level)
    and alert.id = ${alertId} and (said.scope = 'SYSTEM' or ${alertSees('project.id')})
    and (said.project_uuid is null or (
      (not alert.latest_only or exists (select from project where uuid = said.project_uuid and is_latest))
      and (
        not exists (select from alert_project where alert_id = alert.id)
          and not exists (select from alert_tag where alert_id = alert.id)
        or exists (
          select from alert_project
          join project_ancestry on project_ancestry.ancestor_id = alert_project.project_id
            and (alert.notify_children or project_ancestry.depth = 0)
          join project on project.id = project_ancestry.descendant_id and project.uuid = said.project_uuid
          where alert_project.alert_id = alert.id)
        or exists (
          select from alert_tag join project_tag on project_tag.tag_id = alert_tag.tag_id
          join project on project.id = project_tag.project_id and project.uuid = said.project_uuid
          where alert_tag.alert_id = alert.id))))`;
}

export async function countMatching(
  db: Db,
  previewed: Previewed,
): Promise<{ group: NotificationGroup; count: number }[]> {
  const { rows } = await sql<{ group: NotificationGroup; count: number }>`
    select said.group_name as "group", sum(said.count)::bigint as count
    from alert cross join ${sightOfAlert()} cross join (
      select id, group_name, level, scope, project_uuid, is_test, 1 as count from notification_outbox
      union all ${UNHEARD}
    ) as said left join project on project.uuid = said.project_uuid
    where ${matchesAlert(previewed)} group by said.group_name order by said.group_name`.execute(db);
  return rows;
}

/** Of floods that were only counted. */
export async function countUnexamined(db: Db, previewed: Previewed): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(said.count), 0)::bigint as count from alert
    cross join ${sightOfAlert()} cross join (${UNHEARD}) as said
    left join project on project.uuid = said.project_uuid
    where ${matchesAlert(previewed)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** In pieces, each after the last of the one before. */
export async function listMatching(
  db: Db,
  previewed: Previewed,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<MatchingNotification[]> {
  const { rows } = await sql<MatchingNotification>`
    select said.id, said.group_name as "group", said.notification
    from alert cross join ${sightOfAlert()} cross join notification_outbox as said left join project on project.uuid = said.project_uuid
    where ${matchesAlert(previewed)} and (${after ?? null}::uuid is null or said.id > ${after ?? null}::uuid)
    order by said.id limit ${limit}`.execute(db);
  return rows;
}
