import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { PlannedAlert } from './plan-migrated-alert.ts';

export async function listAlertNames(db: Db): Promise<{ uuid: string; name: string }[]> {
  return db.selectFrom('alert').select(['uuid', 'name']).execute();
}

export interface MigratedAlert extends Omit<PlannedAlert, 'tags'> {
  readonly uuid: string;
  readonly name: string;
  readonly notifyChildren: boolean;
  readonly logSuccessfulPublish: boolean;
  readonly publisherId: number;
  readonly publisherConfig: string | null;
  readonly filterExpression: string | null;
  readonly tagIds: readonly number[];
}

/** Inserts all alerts switched off, as the contract requires. */
export async function insertMigratedAlerts(
  tx: Tx,
  alerts: readonly MigratedAlert[],
  now: Date,
): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(alerts)}::jsonb) as given (uuid uuid, name text, scope text,
    level text, groups jsonb, "notifyChildren" boolean, "logSuccessfulPublish" boolean, "publisherId" bigint,
    "publisherConfig" text, "filterExpression" text, "filterError" text, "triggerType" text, "scheduleCron" text,
    "scheduleSkipUnchanged" boolean, "scheduleNextTriggerAt" timestamptz, "projectIds" jsonb, "tagIds" jsonb,
    "teamIds" jsonb)`;
  await sql`
    insert into alert (uuid, name, is_enabled, scope, level, groups, notify_children, log_successful_publish,
      publisher_id, publisher_config, filter_expression, filter_error, filter_failed_at, trigger_type,
      schedule_cron, schedule_skip_unchanged, schedule_next_trigger_at, is_unrestricted)
    select uuid, name, false, scope, level, array(select jsonb_array_elements_text(groups)), "notifyChildren",
      "logSuccessfulPublish", "publisherId", "publisherConfig", "filterExpression", "filterError",
      case when "filterError" is not null then ${now}::timestamptz end, "triggerType", "scheduleCron",
      "scheduleSkipUnchanged", "scheduleNextTriggerAt", true
    from ${given}`.execute(tx);
  await sql`
    insert into alert_project (alert_id, project_id)
    select alert.id, limited.id::bigint from ${given} join alert on alert.uuid = given.uuid
    cross join jsonb_array_elements_text(given."projectIds") as limited (id)`.execute(tx);
  await sql`
    insert into alert_tag (alert_id, tag_id)
    select alert.id, limited.id::bigint from ${given} join alert on alert.uuid = given.uuid
    cross join jsonb_array_elements_text(given."tagIds") as limited (id)`.execute(tx);
  await sql`
    insert into alert_team (alert_id, team_id)
    select alert.id, limited.id::bigint from ${given} join alert on alert.uuid = given.uuid
    cross join jsonb_array_elements_text(given."teamIds") as limited (id)`.execute(tx);
}
