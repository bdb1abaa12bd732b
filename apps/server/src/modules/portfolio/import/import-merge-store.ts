import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { componentColumns, serviceColumns } from './imported-rows.ts';
import type { MergeCounts } from './merge-counts.ts';

interface Merged {
  readonly table: 'component' | 'service';
  readonly columns: readonly string[];
  /** Expressions for columns that are stored in another form than staged. */
  readonly converted: Readonly<Record<string, string>>;
  /** Whether the time of a return is recorded. The history of findings depends on it. */
  readonly recordsReturn: boolean;
}

const COMPONENTS: Merged = {
  table: 'component',
  columns: componentColumns,
  converted: fromJson('hashes', 'authors', 'supplier', 'external_references', 'properties', 'rest'),
  recordsReturn: true,
};

const SERVICES: Merged = {
  table: 'service',
  columns: serviceColumns,
  converted: {
    ...fromJson('provider', 'data', 'external_references', 'rest'),
    endpoints: 'array(select jsonb_array_elements_text(s.endpoints::jsonb))',
  },
  recordsReturn: false,
};

function fromJson(...columns: string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, `s.${column}::jsonb`]));
}

export function mergeStagedComponents(tx: Tx, projectId: number, now: Date): Promise<MergeCounts> {
  return merge(tx, COMPONENTS, projectId, now);
}

export function mergeStagedServices(tx: Tx, projectId: number, now: Date): Promise<MergeCounts> {
  return merge(tx, SERVICES, projectId, now);
}

/**
 * Merges the staged rows into the stored rows of a project in one statement: updates rows whose content differs, restores
 * removed ones, inserts new ones and marks rows that are not staged as removed. Does not touch unchanged rows. The
 * position changes only together with other columns, because one new row at the start would move all others.
 */
async function merge(tx: Tx, merged: Merged, projectId: number, now: Date): Promise<MergeCounts> {
  const { columns } = merged;
  const table = sql.table(merged.table);
  const staged = sql.table(`import_${merged.table}`);
  const { rows } = await sql<MergeCounts>`
    with changed as materialized (
      select node.n, node.node_id, node.parent_id, t.removed_at is not null as was_removed
      from ${table} t join import_node node on node.node_id = t.id
      where t.project_id = ${projectId} and (t.content_hash <> node.content_hash
        or t.removed_at is not null or t.parent_id is distinct from node.parent_id)
    ), updated as (
      update ${table} t set
        identity_hash = s.identity_hash, content_hash = s.content_hash, position = s.n,
        parent_id = changed.parent_id, removed_at = null, ${returnedAt(merged, now)}
        ${sql.join(columns.map((column) => sql`${sql.ref(column)} = ${stagedValue(merged, column)}`))}
      from changed join ${staged} s on s.n = changed.n
      where t.id = changed.node_id
      returning changed.was_removed
    ), added as (
      insert into ${table} (id, uuid, project_id, identity_hash, content_hash, position, parent_id, created_at,
        ${sql.join(columns.map((column) => sql.ref(column)))})
      select node.node_id, s.uuid, ${projectId}::bigint, s.identity_hash, s.content_hash, s.n,
        node.parent_id, ${now}::timestamptz, ${sql.join(columns.map((column) => stagedValue(merged, column)))}
      from ${staged} s join import_node node on node.n = s.n
      where node.is_new
      returning 1
    ), removed as (
      update ${table} t set removed_at = ${now}
      where t.project_id = ${projectId} and t.removed_at is null
        and not exists (select from import_node node where node.node_id = t.id)
      returning 1
    )
    select (select count(*) from import_node) as total,
      (select count(*) from added) + (select count(*) from updated where was_removed) as added,
      (select count(*) from updated where not was_removed) as changed,
      (select count(*) from removed) as removed`.execute(tx);
  return rows[0] ?? { total: 0, added: 0, changed: 0, removed: 0 };
}

function returnedAt({ recordsReturn }: Merged, now: Date): RawBuilder<unknown> {
  return recordsReturn
    ? sql`returned_at = case when t.removed_at is null then t.returned_at else ${now}::timestamptz end,`
    : sql``;
}

function stagedValue({ converted }: Merged, column: string): RawBuilder<unknown> {
  return sql.raw(converted[column] ?? `s.${column}`);
}

/**
 * Replaces the edges of the project. Writes only the difference. A duplicate reference means its first owner; an unknown
 * one is left out. Source 0 is the project, whose reference in the document is `rootHash`. Returns a JSON list of the ids
 * of components and services with an empty dependency entry.
 */
export async function mergeStagedEdges(
  tx: Tx,
  projectId: number,
  rootHash: bigint | null,
): Promise<string | null> {
  const { rows } = await sql<{ leaves: string | null }>`
    with named as (
      select ref_hash, n from import_component where ref_hash is not null
      union all select ref_hash, n from import_service where ref_hash is not null
    ), refs as materialized (
      select distinct on (ref_hash) ref_hash, node_id from (
        select named.ref_hash, named.n, node.node_id
        from named
        left join import_alias alias on alias.n = named.n
        join import_node node on node.n = coalesce(alias.first_n, named.n)
        union all
        select ${rootHash === null ? null : String(rootHash)}::bigint, -1, 0
      ) as called
      order by ref_hash, n
    ), wanted as materialized (
      select distinct source.node_id as source_id, target.node_id as target_id
      from import_edge edge
      join refs source on source.ref_hash = edge.source_hash
      join refs target on target.ref_hash = edge.target_hash
      where target.node_id <> 0 and target.node_id <> source.node_id
    ), gone as (
      delete from dependency d
      where d.project_id = ${projectId} and not exists (
        select from wanted w where w.source_id = d.source_id and w.target_id = d.target_id)
    ), added as (
      insert into dependency (project_id, source_id, target_id)
      select ${projectId}::bigint, w.source_id, w.target_id
      from wanted w
      where not exists (
        select from dependency d
        where d.project_id = ${projectId} and d.source_id = w.source_id and d.target_id = w.target_id)
      order by w.source_id, w.target_id
    )
    select jsonb_agg(distinct leaf.node_id)::text as leaves
    from import_edge edge
    join refs leaf on leaf.ref_hash = edge.source_hash
    where edge.target_hash is null
      and not exists (select from wanted w where w.source_id = leaf.node_id)`.execute(tx);
  return rows[0]?.leaves ?? null;
}
