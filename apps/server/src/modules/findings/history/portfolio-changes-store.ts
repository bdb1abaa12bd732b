import type { FindingChangeCause, FindingChangeKind } from '@tallyman/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { mayAccess } from '../../portfolio/access/project-access.ts';
import type { FindingChangeRow } from './finding-changes-store.ts';
import { joinPastFinding, pastFindingColumns, toMicros } from './finding-intervals-store.ts';

export interface PortfolioChangeRow extends FindingChangeRow {
  readonly project_uuid: string;
  readonly project_name: string;
  readonly project_version: string | null;
}

export interface PortfolioChangeSearch {
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  /** The caller must already have checked access to this project. It may be inactive. */
  readonly projectId: number | undefined;
  readonly kind: FindingChangeKind | undefined;
  readonly cause: FindingChangeCause | undefined;
  /** Microseconds, rank, component, vulnerability and audit entry of the last row of the previous page. */
  readonly after: readonly number[] | undefined;
  readonly limit: number;
}

/** Changes of one kind that one index has in the order of time. */
interface Source {
  readonly kind: FindingChangeKind;
  readonly from: RawBuilder<unknown>;
  readonly at: RawBuilder<unknown>;
  /** The columns of the index that follow the time: component and vulnerability, and the audit entry. */
  readonly ties: readonly string[];
  readonly projectId: RawBuilder<unknown>;
  /** Instead of a comparison with `projectId`. */
  readonly isOfProject?: (id: number) => RawBuilder<SqlBool>;
  readonly where: readonly RawBuilder<SqlBool>[];
  /** Whether an upload made the change. */
  readonly isImport: RawBuilder<unknown>;
}

/** At one time, what appears comes first and what disappears comes last. */
const RANKS: Readonly<Record<FindingChangeKind, number>> = { APPEARED: 0, DECIDED: 1, DISAPPEARED: 2 };

const started = sql`coalesce(f.active_since, f.first_seen)`;
const never = sql`'infinity'::timestamptz`;
const OF_FINDING = ['f.component_id', 'f.vulnerability_id'];
const OF_COMPONENT = ['c.id', 'f.vulnerability_id'];
const OF_ENTRY = ['entry.component_id', 'entry.vulnerability_id', 'entry.id'];

const findingsOfComponent = sql`component c cross join lateral (
  select * from finding f where f.component_id = c.id order by f.vulnerability_id offset 0) f`;

/** `offset 0` makes it a look-up for each row. As a join, it could make the planner sort all changes. */
function componentIs(condition: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select from component c where c.id = f.component_id and ${condition} offset 0)`;
}

/**
 * The last interval of a finding starts with the finding or with the return of its component, whichever is later, and ends
 * with the finding or with the removal of its component, whichever is earlier.
 */
const SOURCES: readonly Source[] = [
  {
    kind: 'APPEARED',
    from: sql`finding f`,
    at: started,
    ties: OF_FINDING,
    projectId: sql`f.project_id`,
    where: [
      componentIs(sql`(c.returned_at is null or c.returned_at <= ${started})
        and ${started} < coalesce(least(f.inactive_since, c.removed_at), ${never})`),
    ],
    isImport: componentIs(sql`c.returned_at = ${started}`),
  },
  {
    kind: 'APPEARED',
    from: findingsOfComponent,
    at: sql`c.returned_at`,
    ties: OF_COMPONENT,
    projectId: sql`c.project_id`,
    where: [
      sql<SqlBool>`c.returned_at > ${started}`,
      sql<SqlBool>`c.returned_at < coalesce(least(f.inactive_since, c.removed_at), ${never})`,
    ],
    isImport: sql`true`,
  },
  {
    kind: 'APPEARED',
    from: sql`finding_past f`,
    at: sql`f.valid_from`,
    ties: OF_FINDING,
    projectId: sql`f.project_id`,
    where: [],
    isImport: sql`f.has_returned`,
  },
  {
    kind: 'DECIDED',
    from: sql`finding_audit entry`,
    at: sql`entry.at`,
    ties: OF_ENTRY,
    projectId: sql`(select c.project_id from component c where c.id = entry.component_id)`,
    isOfProject: (id) =>
      sql<SqlBool>`entry.component_id in (select id from component where project_id = ${id})`,
    where: [
      sql<SqlBool>`entry.changes is not null`,
      // A clone has copies of audit entries that are older than itself. They are no changes of the clone.
      sql<SqlBool>`entry.at >= (
        select p.created_at from component c join project p on p.id = c.project_id where c.id = entry.component_id)`,
    ],
    isImport: sql`false`,
  },
  {
    kind: 'DISAPPEARED',
    from: sql`finding f`,
    at: sql`f.inactive_since`,
    ties: OF_FINDING,
    projectId: sql`f.project_id`,
    where: [
      componentIs(sql`f.inactive_since < coalesce(c.removed_at, ${never})
        and greatest(${started}, c.returned_at) < f.inactive_since`),
    ],
    isImport: sql`false`,
  },
  {
    kind: 'DISAPPEARED',
    from: findingsOfComponent,
    at: sql`c.removed_at`,
    ties: OF_COMPONENT,
    projectId: sql`c.project_id`,
    where: [
      sql<SqlBool>`c.removed_at <= coalesce(f.inactive_since, ${never})`,
      sql<SqlBool>`greatest(${started}, c.returned_at) < c.removed_at`,
    ],
    isImport: sql`true`,
  },
  {
    kind: 'DISAPPEARED',
    from: sql`finding_past f`,
    at: sql`f.valid_to`,
    ties: OF_FINDING,
    projectId: sql`f.project_id`,
    where: [],
    isImport: sql`f.was_removed`,
  },
];

/** In the order of time. Each source is read in the order of its index until the page is full. */
export async function listPortfolioChangeRows(
  db: Db,
  principal: Principal,
  search: PortfolioChangeSearch,
): Promise<PortfolioChangeRow[]> {
  const sources = SOURCES.filter((source) => mayHave(source, search));
  if (sources.length === 0) return [];
  const events = sources.map((source) => changesOf(source, principal, search));
  const order = sql`shown.at, shown.rank, shown.component_id, shown.vulnerability_id, shown.entry_id`;
  const { rows } = await sql<PortfolioChangeRow>`
    with shown as materialized (
      select shown.* from (${sql.join(events, sql` union all `)}) shown order by ${order} limit ${search.limit}
    )
    select ${toMicros(sql`shown.at`)} as micros, shown.rank, shown.component_id, shown.vulnerability_id, shown.entry_id,
      shown.at, shown.kind, shown.cause, coalesce(entry.commenter, change.actor) as actor, entry.changes,
      ${pastFindingColumns}, p.uuid as project_uuid, p.name as project_name, p.version as project_version
    from shown join project p on p.id = shown.project_id ${joinPastFinding(sql`shown.at`)}
    left join finding_audit entry on entry.id = shown.entry_id
    left join finding_change change
      on change.project_id = shown.project_id and change.at = shown.at and shown.entry_id = 0 and not shown.is_import
    order by ${order}`.execute(db);
  return rows;
}

/** Causes that only decisions have, or never. A person decides, and assigns vulnerabilities by hand. */
const ONLY_DECISIONS: ReadonlySet<string> = new Set(['VEX', 'POLICY', 'CARRIED_OVER', 'EXPIRY']);
const NO_DECISIONS: ReadonlySet<string> = new Set([
  'BOM_UPLOAD',
  'ADVISORY',
  'ANALYSIS',
  'COMPONENT_CHANGE',
  'CLONE',
]);

function mayHave({ kind }: Source, search: PortfolioChangeSearch): boolean {
  if (search.kind !== undefined && search.kind !== kind) return false;
  return !(kind === 'DECIDED' ? NO_DECISIONS : ONLY_DECISIONS).has(search.cause ?? '');
}

function changesOf(source: Source, principal: Principal, search: PortfolioChangeSearch): RawBuilder<unknown> {
  const { kind, from, at, ties, projectId, isImport } = source;
  const [component, vulnerability, entry] = ties.map((column) => sql.ref(column));
  const cause = causeOf(source);
  const conditions = [
    ...ofTime(source, search),
    ...source.where,
    ofProject(principal, source, search),
    ...(search.cause === undefined ? [] : [sql<SqlBool>`${cause} = ${search.cause}`]),
  ];
  return sql`(
    select ${at} as at, ${sql.lit(RANKS[kind])} as rank, ${sql.lit(kind)} as kind, ${projectId} as project_id,
      ${component} as component_id, ${vulnerability} as vulnerability_id, ${entry ?? sql`0::bigint`} as entry_id,
      ${isImport} as is_import, ${cause} as cause
    from ${from} where ${sql.join(conditions, sql` and `)}
    order by ${at}, ${sql.join(ties.map((column) => sql.ref(column)))} limit ${search.limit})`;
}

function causeOf({ kind, at, projectId, isImport }: Source): RawBuilder<unknown> {
  if (kind === 'DECIDED') return sql`entry.decided_by`;
  return sql`case when ${isImport} then 'BOM_UPLOAD' else (
    select change.cause from finding_change change where change.project_id = ${projectId} and change.at = ${at}) end`;
}

/** After `from`, until `to`, and after the last row of the previous page. */
function ofTime(
  { kind, at, ties }: Source,
  { from, to, after }: PortfolioChangeSearch,
): RawBuilder<SqlBool>[] {
  return [
    sql<SqlBool>`${at} is not null`,
    ...(from ? [sql<SqlBool>`${at} > ${from}::timestamptz`] : []),
    ...(to ? [sql<SqlBool>`${at} <= ${to}::timestamptz`] : []),
    ...(after ? [isAfter(after, kind, at, ties)] : []),
  ];
}

/** Compares the columns of the index, so that the page starts where the previous one ended. */
function isAfter(
  [micros = 0, rank = 0, ...ids]: readonly number[],
  kind: FindingChangeKind,
  at: RawBuilder<unknown>,
  ties: readonly string[],
): RawBuilder<SqlBool> {
  const time = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
  if (RANKS[kind] > rank) return sql<SqlBool>`${at} >= ${time}`;
  if (RANKS[kind] < rank) return sql<SqlBool>`${at} > ${time}`;
  const columns = sql.join([at, ...ties.map((column) => sql.ref(column))]);
  return sql<SqlBool>`(${columns}) > (${sql.join([time, ...ids.slice(0, ties.length).map((id) => sql`${id}::bigint`)])})`;
}

/** The comparison with true keeps the planner from joining projects, after which it would have to sort. */
function ofProject(
  principal: Principal,
  source: Source,
  { projectId }: PortfolioChangeSearch,
): RawBuilder<SqlBool> {
  if (projectId !== undefined)
    return source.isOfProject?.(projectId) ?? sql<SqlBool>`${source.projectId} = ${projectId}`;
  return sql<SqlBool>`(${source.projectId} in (
    select p.id from project p where ${mayAccess(principal, 'p.id')} and p.inactive_since is null)) = true`;
}
