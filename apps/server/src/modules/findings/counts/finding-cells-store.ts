import { type RawBuilder, sql } from 'kysely';
import { type Condition, effective } from '../lists/finding-list-parts-store.ts';
import { findingsThat } from '../lists/finding-list-store.ts';

/** A cell: findings of a project that have the same values in these columns. */
export const CELL_COLUMNS = ['project_id', 'severity', 'state', 'source', 'is_suppressed', 'is_kev'] as const;

/** Counts the findings that meet conditions by cell. `exploited` selects the ids of exploited vulnerabilities. */
export function countByCell(
  conditions: readonly Condition[],
  exploited: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select f.project_id, ${effective.severity} as severity, coalesce(a.state, 'NOT_SET') as state, v.source,
      coalesce(a.is_suppressed, false) as is_suppressed, f.vulnerability_id in (${exploited}) as is_kev,
      count(*) as findings
    ${findingsThat(conditions, { on: ['vulnerability', 'analysis'] })} group by 1, 2, 3, 4, 5, 6`;
}
