import type { FindingChangeKind } from '@tallyman/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { FieldChange } from '../decision.ts';
import {
  intervalsOf,
  joinPastFinding,
  type PastFindingRow,
  pastFindingColumns,
  toMicros,
} from './finding-intervals-store.ts';

export interface FindingChangeRow extends PastFindingRow {
  readonly micros: number;
  readonly rank: number;
  readonly component_id: number;
  readonly vulnerability_id: number;
  /** The audit entry of a decision, otherwise 0. */
  readonly entry_id: number;
  readonly at: Date;
  readonly kind: FindingChangeKind;
  readonly cause: string | null;
  readonly actor: string | null;
  readonly changes: readonly FieldChange[] | null;
}

export interface ChangeSearch {
  readonly projectId: number;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly kind: FindingChangeKind | undefined;
  /** Microseconds, rank, component, vulnerability and audit entry of the last row of the previous page. */
  readonly after: readonly number[] | undefined;
  readonly limit: number;
}

function isWithin(time: RawBuilder<unknown>, { from, to }: ChangeSearch): RawBuilder<SqlBool> {
  const conditions = [
    sql<SqlBool>`${time} is not null`,
    ...(from ? [sql<SqlBool>`${time} > ${from}::timestamptz`] : []),
    ...(to ? [sql<SqlBool>`${time} <= ${to}::timestamptz`] : []),
  ];
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** A clone has copies of audit entries that are older than itself. They are no changes of the clone. */
const EVENTS: Readonly<Record<FindingChangeKind, (search: ChangeSearch) => RawBuilder<unknown>>> = {
  APPEARED: (search) => sql`
    select since as at, 0 as rank, 'APPEARED' as kind, component_id, vulnerability_id, 0::bigint as entry_id,
      has_returned as is_import
    from listed where ${isWithin(sql`since`, search)}`,
  DECIDED: (search) => sql`
    select entry.at, 1 as rank, 'DECIDED' as kind, f.component_id, f.vulnerability_id, entry.id as entry_id,
      false as is_import
    from project p join finding f on f.project_id = p.id
    join finding_audit entry on entry.component_id = f.component_id and entry.vulnerability_id = f.vulnerability_id
    where p.id = ${search.projectId} and entry.changes is not null and entry.at >= p.created_at
      and ${isWithin(sql`entry.at`, search)}`,
  DISAPPEARED: (search) => sql`
    select until as at, 2 as rank, 'DISAPPEARED' as kind, component_id, vulnerability_id, 0::bigint as entry_id,
      was_removed as is_import
    from listed where ${isWithin(sql`until`, search)}`,
};

/** In the order of time. The caller must already have checked access to the project. */
export async function listChangeRows(db: Db, search: ChangeSearch): Promise<FindingChangeRow[]> {
  const { projectId, kind, after, limit } = search;
  const kinds = kind ? [kind] : (Object.keys(EVENTS) as FindingChangeKind[]);
  const events = sql.join(
    kinds.map((name) => EVENTS[name](search)),
    sql` union all `,
  );
  const isAfter = after
    ? sql<SqlBool>`(${toMicros(sql`at`)}, rank, component_id, vulnerability_id, entry_id) > (${sql.join(after)})`
    : sql<SqlBool>`true`;
  const { rows } = await sql<FindingChangeRow>`
    with listed as (${intervalsOf(projectId)}), shown as materialized (
      select * from (${events}) event where ${isAfter}
      order by at, rank, component_id, vulnerability_id, entry_id limit ${limit}
    )
    select ${toMicros(sql`shown.at`)} as micros, shown.rank, shown.component_id, shown.vulnerability_id, shown.entry_id,
      shown.at, shown.kind, ${pastFindingColumns}, entry.changes, coalesce(entry.commenter, change.actor) as actor,
      case when shown.entry_id > 0 then entry.decided_by when shown.is_import then 'BOM_UPLOAD' else change.cause
        end as cause
    from shown ${joinPastFinding(sql`shown.at`)}
    left join finding_audit entry on entry.id = shown.entry_id
    left join finding_change change
      on change.project_id = ${projectId} and change.at = shown.at and shown.entry_id = 0 and not shown.is_import
    order by shown.at, shown.rank, shown.component_id, shown.vulnerability_id, shown.entry_id`.execute(db);
  return rows;
}
