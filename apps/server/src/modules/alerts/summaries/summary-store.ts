import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { ProjectFinding } from '../../findings/finding-key.ts';
import { findingKeyOf } from '../../findings/finding-key-access.ts';
import { alertSees, alertVisibility } from '../rules/alert-access.ts';

export interface DueAlert {
  readonly id: number;
  readonly name: string;
  readonly groups: readonly string[];
  readonly cron: string;
  readonly skipUnchanged: boolean;
  readonly since: Date;
  readonly filterExpression: string | null;
}

/** Locks one alert that is due until the transaction ends. Skips those that other nodes have locked. */
export async function lockDueAlert(tx: Tx, now: Date): Promise<DueAlert | undefined> {
  const { rows } = await sql<DueAlert>`
    select id, name, groups, schedule_cron as cron, coalesce(schedule_skip_unchanged, false) as "skipUnchanged",
      coalesce(schedule_last_triggered_at, created_at) as since, filter_expression as "filterExpression"
    from alert
    where is_enabled and trigger_type = 'SCHEDULE' and schedule_next_trigger_at <= ${now}
    order by schedule_next_trigger_at limit 1
    for update skip locked
  `.execute(tx);
  return rows[0];
}

/**
 * The time up to which all new findings are visible. What an open transaction finds is dated after its start, so it belongs
 * to the next summary. A transaction that is open for more than 10 minutes is assumed to find nothing.
 */
export async function getSettledTime(db: Db, now: Date): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`
    select least(${now}::timestamptz, greatest(
      coalesce(min(xact_start), ${now}), ${now}::timestamptz - interval '10 minutes')) as until
    from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
      and xact_start is not null
  `.execute(db);
  return rows[0]?.until ?? now;
}

/** The next summary begins where this one ends. */
export async function recordTriggered(tx: Tx, alertId: number, until: Date, next: Date): Promise<void> {
  await sql`
    update alert set schedule_last_triggered_at = ${until}, schedule_next_trigger_at = ${next}
    where id = ${alertId}`.execute(tx);
}

/** The active projects within the limits of the alert that its owner may see. */
function projectsOf(alertId: number) {
  return sql`
    select project.id from project, alert cross join ${alertVisibility()}
    where alert.id = ${alertId} and project.inactive_since is null and ${alertSees('project.id')}
      and (not alert.latest_only or project.is_latest)
      and (
        not exists (select from alert_project where alert_id = alert.id)
          and not exists (select from alert_tag where alert_id = alert.id)
        or exists (
          select from alert_project
          join project_ancestry on project_ancestry.ancestor_id = alert_project.project_id
            and (alert.notify_children or project_ancestry.depth = 0)
          where alert_project.alert_id = alert.id and project_ancestry.descendant_id = project.id)
        or exists (
          select from alert_tag join project_tag on project_tag.tag_id = alert_tag.tag_id
          where alert_tag.alert_id = alert.id and project_tag.project_id = project.id))`;
}

export interface NewFinding extends ProjectFinding {
  readonly severity: string;
  readonly analyzer: string | null;
  readonly attributedAt: Date;
  readonly referenceUrl: string | null;
  readonly state: string | null;
  readonly isSuppressed: boolean;
}

export interface Window {
  readonly since: Date;
  readonly until: Date;
}

/** Active findings that were first seen in a window of time. */
export async function listNewFindings(
  db: Db,
  alertId: number,
  { since, until }: Window,
): Promise<NewFinding[]> {
  const { rows } = await sql<NewFinding>`
    select ${findingKeyOf('finding')}, finding.project_id as "projectId", coalesce(decided.severity, vulnerability.severity) as severity,
      reported.analyzer, coalesce(reported.attributed_at, finding.first_seen) as "attributedAt",
      reported.reference_url as "referenceUrl", decided.state, coalesce(decided.is_suppressed, false) as "isSuppressed"
    from finding
    join component on component.id = finding.component_id and component.removed_at is null
    join vulnerability on vulnerability.id = finding.vulnerability_id
    join project on project.id = finding.project_id
    left join finding_analysis as decided on decided.component_id = finding.component_id
      and decided.vulnerability_id = finding.vulnerability_id
    left join lateral (
      select analyzer, attributed_at, reference_url from finding_attribution
      where component_id = finding.component_id and vulnerability_id = finding.vulnerability_id
        and deleted_at is null
      order by attributed_at, analyzer limit 1) as reported on true
    where finding.inactive_since is null and finding.first_seen >= ${since} and finding.first_seen < ${until}
      and finding.project_id in (${projectsOf(alertId)})
    order by lower(project.name), project.version, project.id, component.name, component.id, vulnerability.vuln_id
  `.execute(db);
  return rows;
}

export interface NewViolation {
  readonly uuid: string;
  readonly projectId: number;
  readonly componentId: number;
  readonly type: string;
  readonly occurredAt: Date;
  readonly state: string | null;
  readonly isSuppressed: boolean;
  readonly conditionUuid: string;
  readonly subject: string;
  readonly operator: string;
  readonly value: string;
  readonly policyUuid: string;
  readonly policyName: string;
  readonly violationState: string;
}

/** Active policy violations that occurred in a window of time. */
export async function listNewViolations(
  db: Db,
  alertId: number,
  { since, until }: Window,
): Promise<NewViolation[]> {
  const { rows } = await sql<NewViolation>`
    select violation.uuid, violation.project_id as "projectId", violation.component_id as "componentId",
      violation.type, violation.occurred_at as "occurredAt", decided.state,
      coalesce(decided.is_suppressed, false) as "isSuppressed", condition.uuid as "conditionUuid",
      condition.subject, condition.operator, condition.value, policy.uuid as "policyUuid",
      policy.name as "policyName", policy.violation_state as "violationState"
    from policy_violation as violation
    join component on component.id = violation.component_id and component.removed_at is null
    join project on project.id = violation.project_id
    join policy_condition as condition on condition.id = violation.condition_id
    join policy on policy.id = condition.policy_id
    left join policy_violation_analysis as decided on decided.violation_id = violation.id
    where violation.inactive_since is null and violation.occurred_at >= ${since}
      and violation.occurred_at < ${until} and violation.project_id in (${projectsOf(alertId)})
    order by lower(project.name), project.version, project.id, component.name, component.id, violation.id
  `.execute(db);
  return rows;
}

export interface NamedRow {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly version: string | null;
  readonly purl: string | null;
}

export async function listSummaryProjects(
  db: Db,
  ids: readonly number[],
): Promise<(NamedRow & { description: string | null; isActive: boolean; tags: string[] })[]> {
  const { rows } = await sql<NamedRow & { description: string | null; isActive: boolean; tags: string[] }>`
    select id, uuid, name, version, purl, description, inactive_since is null as "isActive",
      array(select tag.name from project_tag join tag on tag.id = project_tag.tag_id
        where project_tag.project_id = project.id order by tag.name) as tags
    from project where id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
}

export async function listSummaryComponents(
  db: Db,
  ids: readonly number[],
): Promise<(NamedRow & { group: string | null })[]> {
  const { rows } = await sql<NamedRow & { group: string | null }>`
    select id, uuid, name, version, purl, group_name as "group"
    from component where id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
}
