import { type RawBuilder, sql } from 'kysely';
import { type Instant, joinDecision, joinPastRatings } from './as-of-store.ts';

/** The component and vulnerability of a past finding. */
export interface PastFindingRow {
  readonly component_uuid: string;
  readonly name: string;
  readonly group_name: string | null;
  readonly version: string | null;
  readonly purl: string | null;
  readonly vulnerability_uuid: string;
  readonly source: string;
  readonly vuln_id: string;
  readonly title: string | null;
  readonly severity: string;
}

/**
 * All times during which findings of a project were listed, by finding. The last of a finding follows from its row and
 * that of its component.
 */
export function intervalsOf(projectId: number): RawBuilder<unknown> {
  return sql`
    select f.component_id, f.vulnerability_id, lasting.since, lasting.until,
      coalesce(c.returned_at = lasting.since, false) as has_returned,
      coalesce(c.removed_at = lasting.until, false) as was_removed
    from finding f join component c on c.id = f.component_id
    cross join lateral (
      select greatest(coalesce(f.active_since, f.first_seen), c.returned_at), least(f.inactive_since, c.removed_at)
    ) lasting (since, until)
    where f.project_id = ${projectId} and (lasting.until is null or lasting.since < lasting.until)
    union all
    select component_id, vulnerability_id, valid_from, valid_to, has_returned, was_removed
    from finding_past where project_id = ${projectId}`;
}

/** The select list of a `PastFindingRow`. Needs `joinPastFinding`. */
export const pastFindingColumns = sql`c.uuid as component_uuid, c.name, c.group_name, c.version, c.purl,
  v.uuid as vulnerability_uuid, v.source, v.vuln_id, v.title, coalesce(a.severity, rated.severity, v.severity) as severity`;

/** Joins component `c`, vulnerability `v` and decision `a` of a time to `shown`. */
export function joinPastFinding(at: Instant): RawBuilder<unknown> {
  return sql`
    join component c on c.id = shown.component_id
    join vulnerability v on v.id = shown.vulnerability_id
    ${joinPastRatings('v', at)}
    ${joinDecision('shown', at)}`;
}

/** Microseconds since 1970: the precision of the database. */
export function toMicros(time: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(extract(epoch from ${time}) * 1000000)::bigint`;
}
