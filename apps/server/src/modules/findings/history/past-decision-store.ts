import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { DECISION_COLUMNS } from '../decision-columns.ts';
import type { FindingKey } from '../finding-key.ts';
import { findingKeys } from '../finding-key-access.ts';

/** What the history keeps of a decision, besides the finding and the time. */
export const PAST_DECISION_COLUMNS = [
  ...Object.values(DECISION_COLUMNS),
  'decided_by',
  'policy',
  'expires_at',
] as const;

/** Copies the current decisions of these findings to the history. Call it before they are replaced or deleted. */
export async function insertPastDecisions(tx: Tx, now: Date, findings: readonly FindingKey[]): Promise<void> {
  const columns = sql.join(PAST_DECISION_COLUMNS.map((column) => sql.ref(column)));
  await sql`
    insert into finding_analysis_past (component_id, vulnerability_id, valid_from, valid_to, ${columns})
    select component_id, vulnerability_id, updated_at, ${now}::timestamptz, ${columns}
    from ${findingKeys(findings)} join finding_analysis using (component_id, vulnerability_id)
    where updated_at < ${now}::timestamptz
    on conflict do nothing`.execute(tx);
}
