import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { DecidedFields } from '../findings/decision.ts';

/** An active finding and what was decided about it. */
export interface FindingRow {
  readonly componentId: number;
  readonly vulnerabilityId: number;
  readonly firstSeen: Date;
  readonly decidedBy: string | null;
  readonly policy: string | null;
  /** What a policy has decided; null if none has. */
  readonly decided: DecidedFields | null;
}

/** Whether a policy has decided anything in one of these projects. */
export async function hasPolicyDecisions(db: Db, projectIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from finding_analysis
    where project_id = any(${[...projectIds]}::bigint[]) and decided_by = 'POLICY' limit 1`.execute(db);
  return rows.length > 0;
}

/** The active findings of a project; `since` leaves out those that appeared before. */
export async function listActiveFindings(db: Db, projectId: number, since?: Date): Promise<FindingRow[]> {
  const { rows } = await sql<FindingRow>`
    select finding.component_id as "componentId", finding.vulnerability_id as "vulnerabilityId",
      finding.first_seen as "firstSeen", finding_analysis.decided_by as "decidedBy", finding_analysis.policy,
      case when finding_analysis.decided_by = 'POLICY' then json_build_object(
        'state', state, 'justification', justification, 'response', response, 'details', details,
        'isSuppressed', is_suppressed, 'severity', severity, 'cvssV2Vector', cvss_v2_vector,
        'cvssV2Score', cvss_v2_score, 'cvssV3Vector', cvss_v3_vector, 'cvssV3Score', cvss_v3_score,
        'cvssV4Vector', cvss_v4_vector, 'cvssV4Score', cvss_v4_score, 'owaspVector', owasp_vector,
        'owaspScore', owasp_score) end as decided
    from finding
    join component on component.id = finding.component_id and component.removed_at is null
    left join finding_analysis on finding_analysis.component_id = finding.component_id
      and finding_analysis.vulnerability_id = finding.vulnerability_id
    where finding.project_id = ${projectId} and finding.inactive_since is null
      and (${since ?? null}::timestamptz is null or finding.first_seen >= ${since ?? null})
    order by finding.component_id, finding.vulnerability_id`.execute(db);
  return rows;
}
