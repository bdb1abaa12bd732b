import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { toInstant } from './as-of-store.ts';
import {
  intervalsOf,
  joinPastFinding,
  type PastFindingRow,
  pastFindingColumns,
  toMicros,
} from './finding-intervals-store.ts';

export interface FindingIntervalRow extends PastFindingRow {
  readonly micros: number;
  readonly component_id: number;
  readonly vulnerability_id: number;
  readonly since: Date;
  readonly until: Date | null;
  readonly state: string | null;
  readonly justification: string | null;
  readonly response: string | null;
  readonly details: string | null;
  readonly is_suppressed: boolean | null;
  readonly decided_by: string | null;
  readonly policy: string | null;
  readonly decided_at: Date | null;
}

interface HistorySearch {
  readonly projectId: number;
  readonly asOf: Date | undefined;
  /** Start in microseconds, component and vulnerability of the last row of the previous page. */
  readonly after: readonly [number, number, number] | undefined;
  readonly limit: number;
}

/** Sorted by start, component and vulnerability. The caller must already have checked access to the project. */
export async function listIntervalRows(db: Db, search: HistorySearch): Promise<FindingIntervalRow[]> {
  const { projectId, asOf, after, limit } = search;
  const isValid = asOf
    ? sql<SqlBool>`since <= ${asOf}::timestamptz and (until is null or until > ${asOf}::timestamptz)`
    : sql<SqlBool>`true`;
  const isAfter = after
    ? sql<SqlBool>`(${toMicros(sql`since`)}, component_id, vulnerability_id) > (${sql.join(after)})`
    : sql<SqlBool>`true`;
  // A decision that ended together with the finding still belongs to it.
  const at = asOf ? toInstant(asOf) : sql`coalesce(shown.until - interval '1 microsecond', 'infinity')`;
  const { rows } = await sql<FindingIntervalRow>`
    with shown as materialized (
      select component_id, vulnerability_id, since, until from (${intervalsOf(projectId)}) listed
      where ${isValid} and ${isAfter}
      order by since, component_id, vulnerability_id limit ${limit}
    )
    select ${toMicros(sql`shown.since`)} as micros, shown.component_id, shown.vulnerability_id, shown.since, shown.until,
      ${pastFindingColumns}, a.state, a.justification, a.response, a.details, a.is_suppressed, a.decided_by, a.policy,
      a.decided_at
    from shown ${joinPastFinding(at)}
    order by shown.since, shown.component_id, shown.vulnerability_id`.execute(db);
  return rows;
}
