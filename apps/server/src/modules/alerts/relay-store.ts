import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { DELIVERIES_MADE, OUTBOX_CHANNEL } from '../notifications/outbox-channel.ts';
import type { MatchedAlert, ProjectFacts } from './alert.ts';
import { alertSees, sightOfAlert } from './alert-access.ts';

/** Those that are enabled, or all. */
export async function listMatchedAlerts(db: Db, which: 'enabled' | 'all'): Promise<MatchedAlert[]> {
  const { rows } = await sql<MatchedAlert>`
    select id, uuid, name, is_enabled as "isEnabled", trigger_type as "triggerType", scope, level, groups,
      array(select project_id from alert_project where alert_id = alert.id) as "projectIds",
      array(select tag_id from alert_tag where alert_id = alert.id) as "tagIds",
      notify_children as "notifyChildren", latest_only as "latestOnly",
      filter_expression as "filterExpression", updated_at as "updatedAt", digest,
      sight.sees_all as "seesAll", sight.team_ids as "seenTeamIds"
    from alert cross join ${sightOfAlert()} where is_enabled or ${which === 'all'}
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
  /** Why it is not sent: the filter could not be evaluated. */
  readonly filterError?: string | undefined;
}

/** In this order; what waits is counted in its lane. */
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

/** Deliveries that no relay has made are heard of when the transaction commits. */
export async function wakeDelivery(tx: Tx): Promise<void> {
  await sql`select pg_notify(${OUTBOX_CHANNEL}, ${DELIVERIES_MADE})`.execute(tx);
}

/** Shown beside the alert until its filter is changed. */
export async function recordFilterErrors(tx: Tx, errors: ReadonlyMap<number, string>): Promise<void> {
  await sql`
    update alert set filter_error = failed.error, filter_failed_at = now()
    from unnest(${[...errors.keys()]}::bigint[], ${[...errors.values()]}::text[]) as failed (id, error)
    where alert.id = failed.id
  `.execute(tx);
}

export interface AlertAtResend {
  readonly isEnabled: boolean;
  /** Whether its owner may see what the notification is about. */
  readonly maySee: boolean;
}

/** What is about the portfolio and no single project of it is seen by whoever sees all projects. */
export async function findAlertAtResend(
  db: Db,
  alertId: number,
  notificationId: string,
): Promise<AlertAtResend | undefined> {
  const { rows } = await sql<AlertAtResend>`
    select alert.is_enabled as "isEnabled",
      coalesce(said.scope = 'SYSTEM' or said.is_test, false) or ${alertSees('project.id')}
        or alert.trigger_type = 'SCHEDULE' as "maySee"
    from alert cross join ${sightOfAlert()}
    left join notification_outbox as said on said.id = ${notificationId}
    left join project on project.uuid = said.project_uuid
    where alert.id = ${alertId}`.execute(db);
  return rows[0];
}
