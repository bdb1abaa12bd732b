import { sql } from 'kysely';
import type { Db } from '../../apps/server/src/platform/db/database.ts';

/**
 * Moves the seeded findings 40 days into the past, but for a tenth. A tenth has ended, a tenth has ended and returned; a
 * tenth has decisions, each of which replaced another one; a twentieth of the vulnerabilities has changed its severity.
 * Triggers write the intervals of findings that return.
 */
export async function seedPast(db: Db): Promise<void> {
  const [begun, ended, returned, decided] = ['40 days', '30 days', '20 days', '10 days'].map(
    (age) => sql`now() - ${age}::interval`,
  );
  await sql`update project set created_at = ${begun}`.execute(db);
  await sql`update finding set first_seen = ${begun} where component_id % 10 <> 1`.execute(db);
  await sql`update finding_attribution set attributed_at = ${begun} where component_id % 10 <> 1`.execute(db);
  await sql`update finding set inactive_since = ${ended} where component_id % 10 in (2, 3)`.execute(db);
  await sql`update finding_attribution set deleted_at = ${ended} where component_id % 10 in (2, 3)`.execute(
    db,
  );
  await sql`
    update finding set inactive_since = null, active_since = ${returned} where component_id % 10 = 3`.execute(
    db,
  );
  await sql`
    update finding_attribution set deleted_at = null, attributed_at = ${returned} where component_id % 10 = 3`.execute(
    db,
  );
  await sql`
    insert into finding_analysis_past (component_id, vulnerability_id, valid_from, valid_to, state, justification, response,
      is_suppressed, decided_by)
    select component_id, vulnerability_id, ${ended}, ${decided}, 'EXPLOITABLE', 'NOT_SET', 'NOT_SET', false, 'PERSON'
    from finding_analysis`.execute(db);
  await sql`update finding_analysis set updated_at = ${decided}`.execute(db);
  await sql`
    insert into finding_audit (component_id, vulnerability_id, at, comment, changes, decided_by)
    select component_id, vulnerability_id, updated_at, 'Analysis: IN_TRIAGE',
      '[{"field": "state", "from": "EXPLOITABLE", "to": "IN_TRIAGE"}]', 'PERSON' from finding_analysis`.execute(
    db,
  );
  await sql`update vulnerability set severity = 'HIGH' where id % 20 = 0`.execute(db);
  await sql`update vulnerability_rating_past set valid_to = ${decided}`.execute(db);
  await sql`vacuum analyze`.execute(db);
}
