import { type RawBuilder, sql } from 'kysely';
import type { Component, Project, Service } from '../../../platform/db/database.generated.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { mayAccess } from '../access/project-access.ts';

/** For every column whether the clone copies it. A new column does not compile until it is listed here. */
type Columns<Table> = Readonly<Record<keyof Table, 'copied' | 'own'>>;

const PROJECT: Columns<Project> = {
  id: 'own',
  uuid: 'own',
  name: 'copied',
  version: 'own',
  group_name: 'copied',
  publisher: 'copied',
  description: 'copied',
  classifier: 'copied',
  cpe: 'copied',
  purl: 'copied',
  swid_tag_id: 'copied',
  authors: 'copied',
  manufacturer: 'copied',
  supplier: 'copied',
  external_references: 'copied',
  metadata: 'copied',
  document: 'copied',
  is_latest: 'own',
  inactive_since: 'copied',
  parent_id: 'copied',
  collection_logic: 'copied',
  collection_tag_id: 'copied',
  last_bom_import: 'own',
  last_bom_import_format: 'own',
  imported_bom: 'own',
  last_vulnerability_analysis: 'own',
  last_risk_score: 'own',
  created_at: 'own',
};

const NODE = {
  id: 'own',
  uuid: 'own',
  project_id: 'own',
  parent_id: 'own',
  created_at: 'own',
  removed_at: 'own',
  last_risk_score: 'own',
  name: 'copied',
  group_name: 'copied',
  version: 'copied',
  description: 'copied',
  external_references: 'copied',
  notes: 'copied',
  rest: 'copied',
  bom_ref: 'copied',
  position: 'copied',
  identity_hash: 'copied',
  content_hash: 'copied',
} as const;

const COMPONENT: Columns<Component> = {
  ...NODE,
  returned_at: 'own',
  purl: 'copied',
  purl_coordinates: 'copied',
  purl_with_source: 'copied',
  cpe: 'copied',
  cpe_name: 'copied',
  swid_tag_id: 'copied',
  classifier: 'copied',
  scope: 'copied',
  publisher: 'copied',
  copyright: 'copied',
  filename: 'copied',
  extension: 'copied',
  hashes: 'copied',
  license_id: 'copied',
  license_name: 'copied',
  license_expression: 'copied',
  license_url: 'copied',
  authors: 'copied',
  supplier: 'copied',
  properties: 'copied',
  is_internal: 'copied',
  occurrence_count: 'copied',
};

const SERVICE: Columns<Service> = {
  ...NODE,
  provider: 'copied',
  endpoints: 'copied',
  authenticated: 'copied',
  crosses_trust_boundary: 'copied',
  data: 'copied',
};

/** Returns hidden projects too: check `accessible`. */
export function findOriginal(db: Db, principal: Principal, uuid: string) {
  return db
    .selectFrom('project')
    .select(['project.id', 'project.name', 'project.parent_id'])
    .select(mayAccess(principal, 'project.id').$castTo<boolean>().as('accessible'))
    .where('project.uuid', '=', uuid)
    .executeTakeFirst();
}

interface Clone {
  readonly uuid: string;
  readonly version: string;
  readonly isLatest: boolean;
}

export async function insertClone(tx: Tx, originalId: number, clone: Clone): Promise<number | undefined> {
  const columns = copiedOf(PROJECT);
  const { rows } = await sql<{ id: number }>`
    insert into project (uuid, version, is_latest, ${named(columns)})
    select ${clone.uuid}::uuid, ${clone.version}::text, ${clone.isLatest}::boolean, ${named(columns)}
    from project where id = ${originalId}
    returning id`.execute(tx);
  return rows[0]?.id;
}

export async function copyTags(tx: Tx, originalId: number, cloneId: number): Promise<void> {
  await sql`
    insert into project_tag (project_id, tag_id)
    select ${cloneId}::bigint, tag_id from project_tag where project_id = ${originalId} order by tag_id
  `.execute(tx);
}

export async function copyProperties(tx: Tx, originalId: number, cloneId: number): Promise<void> {
  await sql`
    insert into project_property (project_id, group_name, name, value, type, description)
    select ${cloneId}::bigint, group_name, name, value, type, description
    from project_property where project_id = ${originalId}
  `.execute(tx);
}

export async function copyMappings(tx: Tx, originalId: number, cloneId: number): Promise<void> {
  await sql`
    insert into project_access (project_id, team_id)
    select ${cloneId}::bigint, team_id from project_access where project_id = ${originalId} order by team_id
  `.execute(tx);
}

/** A component and its copy. */
export interface CopiedComponent {
  readonly id: number;
  readonly copyId: number;
}

/**
 * Copies components, services and their graph in one statement, and so from one snapshot. Every copy gets its own id
 * and UUID. Edges and nesting are copied if both ends are. Returns the copied components.
 */
export async function copyNodes(
  tx: Tx,
  originalId: number,
  cloneId: number,
  kinds: { readonly components: boolean; readonly services: boolean },
): Promise<readonly CopiedComponent[]> {
  const components = copiedOf(COMPONENT);
  const services = copiedOf(SERVICE);
  const { rows } = await sql<CopiedComponent>`
    with node as materialized (
      select id, nextval('portfolio_node_id') as copy_id, is_component
      from (
        select id, position, true as is_component from component
        where ${kinds.components}::boolean and project_id = ${originalId} and removed_at is null
        union all
        select id, position, false from service
        where ${kinds.services}::boolean and project_id = ${originalId} and removed_at is null
        order by position, id
      ) original
    ), components as (
      insert into component (id, uuid, project_id, parent_id, ${named(components)})
      select node.copy_id, ${newUuidInSql}, ${cloneId}::bigint, parent.copy_id, ${named(components, 'component')}
      from node join component on component.id = node.id left join node parent on parent.id = component.parent_id
    ), services as (
      insert into service (id, uuid, project_id, parent_id, ${named(services)})
      select node.copy_id, ${newUuidInSql}, ${cloneId}::bigint, parent.copy_id, ${named(services, 'service')}
      from node join service on service.id = node.id left join node parent on parent.id = service.parent_id
    ), leaves as (
      update project set document = jsonb_set(document, '{leaves}', coalesce((
        select jsonb_agg(coalesce(node.copy_id, 0) order by node.copy_id nulls first)
        from jsonb_array_elements_text(document -> 'leaves') as leaf
        left join node on node.id = leaf::bigint
        where node.id is not null or leaf = '0'), '[]'))
      where id = ${cloneId} and document ? 'leaves'
    ), edges as (
      insert into dependency (project_id, source_id, target_id)
      select ${cloneId}::bigint, coalesce(source.copy_id, 0), target.copy_id
      from dependency
      join node target on target.id = dependency.target_id
      left join node source on source.id = dependency.source_id
      where dependency.project_id = ${originalId} and (dependency.source_id = 0 or source.id is not null)
    )
    select id, copy_id as "copyId" from node where is_component
  `.execute(tx);
  return rows;
}

/** A UUID of version 7 for each row. The function `uuidv7()` needs PostgreSQL 18. */
const newUuidInSql = sql`encode(
  set_bit(set_bit(
    overlay(uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
    52, 1), 53, 1), 'hex')::uuid`;

function copiedOf(columns: Readonly<Record<string, 'copied' | 'own'>>): string[] {
  return Object.keys(columns).filter((column) => columns[column] === 'copied');
}

function named(columns: readonly string[], table?: string): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(table ? `${table}.${column}` : column)));
}
