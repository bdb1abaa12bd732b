import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { directDependencies, graphNode } from './dependency-columns-store.ts';

export interface DirectDependencyRow {
  readonly uuid: string;
  readonly name: string;
  readonly version: string | null;
  readonly purl: string | null;
  readonly direct_dependencies: string | null;
}

/** The direct dependencies of the project itself, as responses have them. */
export async function findDirectDependencies(db: Db, projectId: number): Promise<string | null> {
  const { rows } = await sql<{ dependencies: string | null }>`
    select ${directDependencies(sql`${projectId}`, sql`0`)} as dependencies`.execute(db);
  return rows[0]?.dependencies ?? null;
}

/** Node 0 is the project itself. */
export async function listDirectDependencies(
  db: Db,
  projectId: number,
  nodeId: number,
): Promise<DirectDependencyRow[]> {
  const { rows } = await sql<DirectDependencyRow>`
    select node.uuid, node.name, node.version, node.purl,
      ${directDependencies(sql.ref('dependency.project_id'), sql.ref('node.id'))} as direct_dependencies
    from dependency cross join lateral ${graphNode(sql.ref('dependency.target_id'))} node
    where dependency.project_id = ${projectId} and dependency.source_id = ${nodeId}
    order by node.name, node.version, node.uuid`.execute(db);
  return rows;
}

export interface GraphNodeRow {
  readonly uuid: string;
  readonly name: string;
  readonly version: string | null;
  readonly purl: string | null;
  readonly purl_coordinates: string | null;
  /** The UUIDs of its direct dependencies that are in the result too. */
  readonly targets: string[];
  readonly leads_there: boolean;
}

/** The ids of those components that belong to the project. */
export async function listComponentIds(
  db: Db,
  projectId: number,
  uuids: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from component
    where project_id = ${projectId} and uuid = any(${[...uuids]}::uuid[]) and removed_at is null`.execute(db);
  return rows.map((row) => row.id);
}

export async function hasGraph(db: Db, projectId: number): Promise<boolean> {
  const { rows } = await sql`
    select from dependency where project_id = ${projectId} and source_id = 0 limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * The given components, all their ancestors, the direct dependencies of these, and the direct dependencies of the
 * project. Visits every node once, because the graph may have cycles.
 */
export async function listPathNodes(
  db: Db,
  projectId: number,
  componentIds: readonly number[],
): Promise<GraphNodeRow[]> {
  const project = sql`${projectId}::bigint`;
  const { rows } = await sql<GraphNodeRow>`
    with recursive ancestor (id) as (
      select distinct dependency.source_id from dependency
      where dependency.project_id = ${project} and dependency.target_id = any(${[...componentIds]}::bigint[])
      union
      select dependency.source_id from ancestor join dependency
        on dependency.project_id = ${project} and dependency.target_id = ancestor.id
      where ancestor.id <> 0
    ), on_path (id) as (
      select id from ancestor union select unnest(${[...componentIds]}::bigint[]) union select 0
    ), shown (id) as (
      select id from on_path where id <> 0
      union
      select dependency.target_id from on_path join dependency
        on dependency.project_id = ${project} and dependency.source_id = on_path.id
    ), nodes as materialized (
      select node.* from shown cross join lateral ${graphNode(sql.ref('shown.id'))} node
    ), edges as (
      select dependency.source_id, array_agg(nodes.uuid::text order by nodes.name, nodes.version, nodes.uuid) as targets
      from dependency join nodes on nodes.id = dependency.target_id
      where dependency.project_id = ${project}
      group by dependency.source_id
    )
    select nodes.uuid, nodes.name, nodes.version, nodes.purl, nodes.purl_coordinates,
      nodes.id in (select id from ancestor) as leads_there, coalesce(edges.targets, '{}') as targets
    from nodes left join edges on edges.source_id = nodes.id
    order by nodes.name, nodes.version, nodes.uuid`.execute(db);
  return rows;
}
