import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { DecidedFields, FieldName } from '../findings/decision.ts';
import { decidedFieldsOf } from '../findings/decision-access.ts';
import type { FindingKey } from '../findings/finding-key.ts';
import { findingKeyOf } from '../findings/finding-key-access.ts';

/** An active finding and its decision. */
export interface FindingRow extends FindingKey {
  readonly firstSeen: Date;
  readonly decidedBy: string | null;
  /** The policy that decided, or whose fields are still set, or will apply again when a decision expires. */
  readonly policy: string | null;
  /** The fields that the policy set and nobody else has set since. */
  readonly policyFields: readonly FieldName[];
  /** The decision; null if no policy has a part in it. */
  readonly decided: DecidedFields | null;
}

/** Whether a policy has set any field of the decision. */
export const isSetByPolicy = sql`(policy is not null or before_expiry ->> 'policy' is not null)`;

export async function hasPolicyDecisions(db: Db, projectIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from finding_analysis
    where project_id = any(${[...projectIds]}::bigint[]) and ${isSetByPolicy} limit 1`.execute(db);
  return rows.length > 0;
}

/** The active findings of a project; with `since` only those first seen since then. */
export async function listActiveFindings(db: Db, projectId: number, since?: Date): Promise<FindingRow[]> {
  const { rows } = await sql<FindingRow>`
    select ${findingKeyOf('finding')},
      finding.first_seen as "firstSeen", finding_analysis.decided_by as "decidedBy",
      coalesce(policy, before_expiry ->> 'policy') as policy, coalesce(policy_fields, '{}') as "policyFields",
      case when policy is not null then ${decidedFieldsOf('finding_analysis')} end as decided
    from finding
    join component on component.id = finding.component_id and component.removed_at is null
    left join finding_analysis on finding_analysis.component_id = finding.component_id
      and finding_analysis.vulnerability_id = finding.vulnerability_id
    where finding.project_id = ${projectId} and finding.inactive_since is null
      and (${since ?? null}::timestamptz is null or finding.first_seen >= ${since ?? null})
    order by finding.component_id, finding.vulnerability_id`.execute(db);
  return rows;
}
