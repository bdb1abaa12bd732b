import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { DELIVERIES_INSERTED, OUTBOX_CHANNEL } from '../../notifications/outbox-channel.ts';
import { alertSees, alertVisibility } from '../rules/alert-access.ts';
import type { MatchedAlert, ProjectFacts } from '../rules/alert-conditions.ts';

export async function listMatchedAlerts(db: Db, which: 'enabled' | 'all'): Promise<MatchedAlert[]> {
  const { rows } = await sql<MatchedAlert>`
    select id, uuid, name, is_enabled as "isEnabled", trigger_type as "triggerType", scope, level, groups,
      array(select project_id from alert_project where alert_id = alert.id) as "projectIds",
      array(select tag_id from alert_tag where alert_id = alert.id) as "tagIds",
      notify_children as "notifyChildren", latest_only as "latestOnly",
      filter_expression as "filterExpression", updated_at as "updatedAt", digest,
      visible.sees_all as "seesAll", visible.team_ids as "seenTeamIds"
    from alert cross join ${alertVisibility()} where is_enabled or ${which === 'all'}
    order by name
  `.execute(db);
  return rows;
}

export async function listProjectFacts(db: Db, uuids: readonly string[]): Promise<ProjectFacts[]> {
  const { rows } = await sql<ProjectFacts>`
    select uuid, is_latest as "isLatest",
      array(select ancestor_id from project_ancestry where descendant_id = project.id order by depth) as ancestry,
      array(select tag_id from project_tag where project_id = project.id) as "tagIds",
      array(select distinct team_id from project_ancestry
        join project_access on project_access.project_id = project_ancestry.ancestor_id
        where descendant_id = project.id) as "accessTeamIds"
    from project where uuid = any(${[...uuids]}::uuid[])
  `.execute(db);
  return rows;
}

export interface NewDelivery {
  readonly uuid: string;
  readonly notificationId: string;
  readonly alertId: number;
  readonly alertName: string;
  readonly lane: string;
  /** Why the filter could not be evaluated. Such a delivery is recorded and not sent. */
  readonly filterError?: string | undefined;
}

/** Inserts deliveries in this order and counts them in their lanes. */
export async function insertDeliveries(
  tx: Tx,
  deliveries: readonly NewDelivery[],
  kind: { readonly isTest?: boolean; readonly isResend?: boolean } = {},
): Promise<void> {
  await sql`
    with given as (
      select * from unnest(
        ${deliveries.map(({ uuid }) => uuid)}::uuid[],
        ${deliveries.map(({ notificationId }) => notificationId)}::uuid[],
        ${deliveries.map(({ alertId }) => alertId)}::bigint[],
        ${deliveries.map(({ alertName }) => alertName)}::text[],
        ${deliveries.map(({ lane }) => lane)}::text[],
        ${deliveries.map(({ filterError }) => filterError ?? null)}::text[]
      ) with ordinality as t (uuid, notification_id, alert_id, alert_name, lane, error, at)
    ), inserted as (
      insert into delivery
        (uuid, notification_id, alert_id, alert_name, lane, status, error, finished_at, is_test, is_resend)
      select uuid, notification_id, alert_id, alert_name, lane,
        case when error is null then 'PENDING' else 'FILTER_FAILED' end, error,
        case when error is null then null else now() end, ${kind.isTest ?? false}, ${kind.isResend ?? false}
      from given order by at
    )
    insert into delivery_lane as known (alert_id, lane, waiting)
    select alert_id, lane, count(*) from given where error is null group by alert_id, lane
    order by alert_id, lane
    on conflict (alert_id, lane) do update set waiting = known.waiting + excluded.waiting
  `.execute(tx);
}

/** Wakes the dispatchers when the transaction commits. Only needed for deliveries that no relay inserts. */
export async function notifyDispatchers(tx: Tx): Promise<void> {
  await sql`select pg_notify(${OUTBOX_CHANNEL}, ${DELIVERIES_INSERTED})`.execute(tx);
}

/** The alert shows the error until its filter is changed. */
export async function recordFilterErrors(tx: Tx, errors: ReadonlyMap<number, string>): Promise<void> {
  await sql`
    update alert set filter_error = failed.error, filter_failed_at = now()
    from unnest(${[...errors.keys()]}::bigint[], ${[...errors.values()]}::text[]) as failed (id, error)
    where alert.id = failed.id
  `.execute(tx);
}

export interface ResendConditions {
  readonly isEnabled: boolean;
  /** Whether its owner may see what the notification is about. */
  readonly maySee: boolean;
}

/** Portfolio notifications without a project are visible to owners who see all projects. */
export async function findResendConditions(
  db: Db,
  alertId: number,
  notificationId: string,
): Promise<ResendConditions | undefined> {
  const { rows } = await sql<ResendConditions>`
    select alert.is_enabled as "isEnabled",
      coalesce(outbox.scope = 'SYSTEM' or outbox.is_test, false) or ${alertSees('project.id')}
        or alert.trigger_type = 'SCHEDULE' as "maySee"
    from alert cross join ${alertVisibility()}
    left join notification_outbox as outbox on outbox.id = ${notificationId}
    left join project on project.uuid = outbox.project_uuid
    where alert.id = ${alertId}`.execute(db);
  return rows[0];
}
