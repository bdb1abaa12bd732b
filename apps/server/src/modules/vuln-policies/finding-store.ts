import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** An active finding and what was decided about it. */
export interface FindingRow {
  readonly componentId: number;
  readonly vulnerabilityId: number;
  readonly firstSeen: Date;
  readonly decidedBy: string | null;
  readonly policy: string | null;
}

/** The active findings of a project; `since` leaves out those that appeared before. */
export async function listActiveFindings(db: Db, projectId: number, since?: Date): Promise<FindingRow[]> {
  const { rows } = await sql<FindingRow>`
    select finding.component_id as "componentId", finding.vulnerability_id as "vulnerabilityId",
      finding.first_seen as "firstSeen", finding_analysis.decided_by as "decidedBy", finding_analysis.policy
    from finding
    join component on component.id = finding.component_id and component.removed_at is null
    left join finding_analysis on finding_analysis.component_id = finding.component_id
      and finding_analysis.vulnerability_id = finding.vulnerability_id
    where finding.project_id = ${projectId} and finding.inactive_since is null
      and (${since ?? null}::timestamptz is null or finding.first_seen >= ${since ?? null})
    order by finding.component_id, finding.vulnerability_id`.execute(db);
  return rows;
}
