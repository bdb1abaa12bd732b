import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import type { FindingKey, ProjectFinding } from '../finding-key.ts';
import { findingKeyOf } from '../finding-key-access.ts';
import type { FindingChanges } from '../record-findings.ts';

type AppearedFinding = FindingChanges['appeared'][number];

/**
 * Attributes the finding to "none", unless it already is. Locks component and vulnerability against deletion. Returns
 * the finding if it is new or active again.
 */
export async function upsertAssigned(
  tx: Tx,
  { componentId, vulnerabilityId }: FindingKey,
  now: Date,
): Promise<AppearedFinding | undefined> {
  const { rows } = await sql<AppearedFinding>`
    with target as materialized (
      select c.id as component_id, v.id as vulnerability_id, c.project_id
      from component c, vulnerability v
      where c.id = ${componentId} and c.removed_at is null and v.id = ${vulnerabilityId}
      for key share
    ), attributed as (
      insert into finding_attribution as t (component_id, vulnerability_id, analyzer, attributed_at)
      select component_id, vulnerability_id, 'none', ${now}::timestamptz from target
      on conflict (component_id, vulnerability_id, analyzer) do update
      set attributed_at = excluded.attributed_at, deleted_at = null where t.deleted_at is not null
    )
    insert into finding (component_id, vulnerability_id, project_id, first_seen)
    select component_id, vulnerability_id, project_id, ${now}::timestamptz from target
    on conflict (component_id, vulnerability_id) do update
    set inactive_since = null, active_since = excluded.first_seen
    where finding.inactive_since is not null
    returning ${findingKeyOf('finding')}, project_id as "projectId",
      (xmax = 0) as created, exists (
        select from finding_analysis a
        where a.component_id = finding.component_id and a.vulnerability_id = finding.vulnerability_id
          and a.is_suppressed) as "isSuppressed"`.execute(tx);
  return rows[0];
}

/**
 * Deletes all attributions and makes the finding inactive. Keeps decision and history. Returns the finding, unless it was
 * inactive.
 */
export async function deactivate(
  tx: Tx,
  { componentId, vulnerabilityId }: FindingKey,
  now: Date,
): Promise<ProjectFinding | undefined> {
  const { rows } = await sql<ProjectFinding>`
    with attributed as (
      update finding_attribution set deleted_at = ${now}
      where component_id = ${componentId} and vulnerability_id = ${vulnerabilityId} and deleted_at is null
    )
    update finding set inactive_since = ${now}
    where component_id = ${componentId} and vulnerability_id = ${vulnerabilityId} and inactive_since is null
    returning ${findingKeyOf('finding')}, project_id as "projectId"`.execute(tx);
  return rows[0];
}
