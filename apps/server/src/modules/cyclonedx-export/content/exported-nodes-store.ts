import type { OrganizationMembers, Person } from '@tallyman/contract';
import type { ExternalReference } from '@tallyman/cyclonedx';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { RowTexts, readRowTexts } from '../../../platform/db/row-texts.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { StoredComponent } from '../../cyclonedx-mapping/component-to-cyclonedx.ts';
import type { StoredMetadata } from '../../cyclonedx-mapping/metadata-to-cyclonedx.ts';
import type { StoredProject } from '../../cyclonedx-mapping/project-to-cyclonedx.ts';
import type { StoredService } from '../../cyclonedx-mapping/service-to-cyclonedx.ts';
import type { DocumentRest } from '../../cyclonedx-mapping/to-document-rest.ts';
import { REFERRING_MEMBERS } from '../../cyclonedx-mapping/with-references.ts';
import { mayAccess } from '../../portfolio/access/project-access.ts';
import type { NestedIds } from './nesting.ts';

export type Node<Stored> = Stored & { readonly id: number; readonly bom_ref: string | null };

export type ExportedProject = NonNullable<Awaited<ReturnType<typeof findExportedProject>>>;

/** Finds the exported columns of a project even if the principal may not see it; `accessible` tells whether it may. */
export function findExportedProject(db: Db, principal: Principal, uuid: string) {
  return db
    .selectFrom('project')
    .select([
      'project.id',
      'project.uuid',
      'project.name',
      'project.version',
      'project.group_name',
      'project.publisher',
      'project.description',
      'project.classifier',
      'project.cpe',
      'project.purl',
      'project.swid_tag_id',
    ])
    .select((eb) => [
      eb.ref('project.authors').$castTo<Person[] | null>().as('authors'),
      eb.ref('project.manufacturer').$castTo<OrganizationMembers | null>().as('manufacturer'),
      eb.ref('project.supplier').$castTo<OrganizationMembers | null>().as('supplier'),
      eb.ref('project.external_references').$castTo<ExternalReference[] | null>().as('external_references'),
      eb.ref('project.metadata').$castTo<StoredMetadata | null>().as('metadata'),
      eb.ref('project.document').$castTo<DocumentRest | null>().as('document'),
      mayAccess(principal, 'project.id').$castTo<boolean>().as('accessible'),
    ])
    .where('project.uuid', '=', uuid)
    .executeTakeFirst() satisfies Promise<StoredProject | undefined>;
}

export interface NodeSummary extends NestedIds {
  /** Changes whenever the exported content of any of them changes. */
  readonly fingerprint: string;
  /** Whether any of them has a member that may refer to other components. */
  readonly mayRefer: boolean;
}

/**
 * The ids of the components or services of a project, in the order of the document, and the fingerprint of their
 * content. `offset 0` keeps the sorted rows narrow, so that they are sorted in memory and not on disk.
 */
export async function summariseNodes(
  db: Db,
  table: 'component' | 'service',
  projectId: number,
  which: 'all' | 'with-findings' = 'all',
): Promise<NodeSummary> {
  const requested = which === 'all' ? sql`true` : HAS_FINDING;
  const { rows } = await sql<{ nodes: string | null; fingerprint: string | null; may_refer: boolean | null }>`
    select string_agg(
        case when parent_id is null then id::text else id || ':' || parent_id end, ',' order by position, id
      ) as nodes,
      sum(content # hashint8extended(position, id)) as fingerprint, bool_or(may_refer) as may_refer
    from (
      select id, parent_id, position, ${contentOf('node')} as content,
        rest ?| ${REFERRING_MEMBERS}::text[] as may_refer
      from ${sql.table(table)} node where project_id = ${projectId} and removed_at is null and ${requested}
      offset 0
    ) summary`.execute(db);
  const nodes = rows[0]?.nodes ?? '';
  const nested = toNestedIds(nodes);
  return {
    ...nested,
    fingerprint: `${rows[0]?.fingerprint ?? ''} ${nested.parents.size > 0 ? nodes : ''}`,
    mayRefer: rows[0]?.may_refer ?? false,
  };
}

/** "Inactive findings (no analyzer reports them any more) are excluded." */
const HAS_FINDING = sql`exists (
  select from finding where finding.component_id = node.id and finding.inactive_since is null)`;

/** The hash of the uploaded content. Rows that were changed by hand have 0 there and are hashed now. */
function contentOf(node: string): RawBuilder<unknown> {
  const row = sql.ref(node);
  return sql`case when content_hash <> 0 then content_hash
    else hashtextextended((to_jsonb(${row}) - '{last_risk_score,created_at}'::text[])::text, 0) end`;
}

/** Parses `1,2,3:2`, where node 3 is nested in node 2. */
function toNestedIds(nodes: string): NestedIds {
  const parents = new Map<number, number>();
  if (nodes === '') return { ids: [], parents };
  const ids = nodes.split(',').map((node) => {
    const colon = node.indexOf(':');
    if (colon < 0) return Number(node);
    const id = Number(node.slice(0, colon));
    parents.set(id, Number(node.slice(colon + 1)));
    return id;
  });
  return { ids, parents };
}

/** Reads components by id, for `toStoredComponent`. Skips the resolved licence if the uploaded licences are stored. */
export function readComponents(db: Db, ids: readonly number[], into: RowTexts): Promise<RowTexts> {
  return readRowTexts(
    db,
    sql`
    select id, json_build_array(id, uuid, bom_ref, name, group_name, version, purl, cpe, swid_tag_id, classifier, scope,
      publisher, description, copyright, hashes, authors, supplier, external_references, properties, rest,
      license_name, license_expression, license_url,
      case when jsonb_typeof(rest -> 'licenses') = 'array' then null else (
        select json_build_array(license.license_id, license.name, license.is_custom)
        from license where license.id = component.license_id) end)::text
    from component where id = any(${[...ids]}::bigint[])`,
    into,
  );
}

type Stored = Node<StoredComponent>;
type ComponentValues = [
  ...[
    Stored['id'],
    Stored['uuid'],
    Stored['bom_ref'],
    Stored['name'],
    Stored['group_name'],
    Stored['version'],
  ],
  ...[Stored['purl'], Stored['cpe'], Stored['swid_tag_id'], Stored['classifier'], Stored['scope']],
  ...[Stored['publisher'], Stored['description'], Stored['copyright'], Stored['hashes'], Stored['authors']],
  ...[Stored['supplier'], Stored['external_references'], Stored['properties'], Stored['rest']],
  ...[Stored['license_name'], Stored['license_expression'], Stored['license_url']],
  [Stored['resolved_id'], Stored['resolved_name'], Stored['resolved_is_custom']] | null,
];

/** Rows are arrays without member names, which would take as long to parse as the values. */
export function toStoredComponent(text: string): Stored {
  const values = JSON.parse(text) as ComponentValues;
  const resolved = values[23];
  return {
    id: values[0],
    uuid: values[1],
    bom_ref: values[2],
    name: values[3],
    group_name: values[4],
    version: values[5],
    purl: values[6],
    cpe: values[7],
    swid_tag_id: values[8],
    classifier: values[9],
    scope: values[10],
    publisher: values[11],
    description: values[12],
    copyright: values[13],
    hashes: values[14],
    authors: values[15],
    supplier: values[16],
    external_references: values[17],
    properties: values[18],
    rest: values[19],
    license_name: values[20],
    license_expression: values[21],
    license_url: values[22],
    resolved_id: resolved?.[0] ?? null,
    resolved_name: resolved?.[1] ?? null,
    resolved_is_custom: resolved?.[2] ?? null,
  };
}

/** Reads services by id, for `toStoredService`. */
export function readServices(db: Db, ids: readonly number[], into: RowTexts): Promise<RowTexts> {
  return readRowTexts(
    db,
    sql`
    select node.id, row_to_json(node)::text from (
      select id, uuid, bom_ref, name, group_name, version, description, provider, endpoints, authenticated,
        crosses_trust_boundary, data, external_references, rest
      from service where id = any(${[...ids]}::bigint[])
    ) node`,
    into,
  );
}

export function toStoredService(text: string): Node<StoredService> {
  return JSON.parse(text);
}

/** The UUIDs of components and services by uploaded bom-ref. Of several with the same bom-ref the first one counts. */
export async function listReferences(
  db: Db,
  projectId: number,
  requested?: readonly string[],
): Promise<Map<string, string>> {
  const isRequested = requested ? sql`bom_ref = any(${[...requested]}::text[])` : sql`bom_ref is not null`;
  const { rows } = await sql<{ bom_ref: string; uuid: string }>`
    select bom_ref, uuid from (
      select bom_ref, uuid, position, id from component where project_id = ${projectId} and removed_at is null
      union all
      select bom_ref, uuid, position, id from service where project_id = ${projectId} and removed_at is null
    ) node
    where ${isRequested}
    order by position desc, id desc`.execute(db);
  return new Map(rows.map((row) => [row.bom_ref, row.uuid]));
}

/** Finds a component even if the principal may not see it; `accessible` tells whether it may. */
export async function findExportedComponent(db: Db, principal: Principal, uuid: string) {
  const found = await db
    .selectFrom('component')
    .select([
      'component.id',
      mayAccess(principal, 'component.project_id').$castTo<boolean>().as('accessible'),
    ])
    .where('component.uuid', '=', uuid)
    .where('component.removed_at', 'is', null)
    .executeTakeFirst();
  if (!found) return undefined;
  const text = (await readComponents(db, [found.id], new RowTexts())).find(found.id);
  return text === undefined
    ? undefined
    : { accessible: found.accessible, component: toStoredComponent(text) };
}

export async function summariseEdges(db: Db, projectId: number): Promise<string> {
  const { rows } = await sql<{ fingerprint: string | null }>`
    select sum(hashint8extended(target_id, source_id)) as fingerprint
    from dependency where project_id = ${projectId}`.execute(db);
  return rows[0]?.fingerprint ?? '';
}

/** Edges of the graph: `sources[n]` depends on `targets[n]`. */
export interface Edges {
  readonly sources: readonly number[];
  readonly targets: readonly number[];
}

/** Loads the edges after the given one, ordered by source and target. */
export async function loadEdges(
  db: Db,
  projectId: number,
  [source, target]: readonly [number, number],
  limit: number,
): Promise<Edges> {
  const { rows } = await sql<Edges>`
    select coalesce(json_agg(source_id), '[]') as sources, coalesce(json_agg(target_id), '[]') as targets from (
      select source_id, target_id from dependency
      where project_id = ${projectId} and (source_id, target_id) > (${source}, ${target})
      order by source_id, target_id limit ${limit}
    ) edge`.execute(db);
  return rows[0] ?? { sources: [], targets: [] };
}
