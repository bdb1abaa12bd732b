import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';

/**
 * The match keys after the exact identity, as expressions over the staged (`s`) or the stored (`c`) component. In this
 * order: the most specific key first.
 */
const TIERS = {
  purl: (of: string) => sql.raw(`${of}.purl`),
  coordinates: (of: string) => sql.raw(`${of}.purl_coordinates`),
  // One CPE often covers all versions of a product. Decisions must not move to another version.
  cpe: (of: string) =>
    sql.raw(`coalesce(${of}.cpe_name, ${of}.cpe) || chr(10) || coalesce(${of}.version, '')`),
  // A SWID tag id identifies one release of a product.
  swid: (of: string) => sql.raw(`${of}.swid_tag_id`),
  name: (of: string) =>
    sql.raw(
      `coalesce(${of}.group_name, '') || chr(10) || ${of}.name || chr(10) || coalesce(${of}.version, '')`,
    ),
};

export type MatchTier = keyof typeof TIERS;

export const matchTiers = Object.keys(TIERS) as MatchTier[];

interface StoredElements {
  readonly components: boolean;
  readonly services: boolean;
  readonly edges: boolean;
}

/** Whether the project has components, services and edges, removed ones included. */
export async function getStoredElements(db: Db, projectId: number): Promise<StoredElements> {
  const { rows } = await sql<StoredElements>`
    select exists (select from component where project_id = ${projectId}) as components,
      exists (select from service where project_id = ${projectId}) as services,
      exists (select from dependency where project_id = ${projectId}) as edges`.execute(db);
  return rows[0] ?? { components: true, services: true, edges: true };
}

/** "In one BOM equal identities merge into the first": records which position each duplicate is merged into. */
export async function aliasComponents(tx: Tx): Promise<void> {
  await sql`
    insert into import_alias (n, first_n)
    select n, first_n from (
      select n, min(n) over (
        partition by identity_hash, classifier, name, group_name, version, purl, coalesce(cpe_name, cpe), swid_tag_id
      ) as first_n
      from import_component
      where identity_hash in (
        select identity_hash from import_component group by identity_hash having count(*) > 1)
    ) as repeated
    where n <> first_n`.execute(tx);
}

/** Matches components that are equal in every part of the identity. Prefers stored components that are not removed. */
export async function matchByIdentity(tx: Tx, projectId: number): Promise<void> {
  await sql`
    insert into import_match (n, id)
    select distinct on (s.n) s.n, c.id
    from import_component s
    join component c on c.identity_hash = s.identity_hash and c.name = s.name and c.classifier = s.classifier
      and row(c.group_name, c.version, c.purl, coalesce(c.cpe_name, c.cpe), c.swid_tag_id)
        is not distinct from row(s.group_name, s.version, s.purl, coalesce(s.cpe_name, s.cpe), s.swid_tag_id)
    where c.project_id = ${projectId} and ${isFirst}
    order by s.n, c.removed_at is not null, c.id`.execute(tx);
}

/** Whether both sides have unmatched components. */
export async function hasUnmatched(db: Db, projectId: number): Promise<boolean> {
  const { rows } = await sql<{ left: boolean }>`
    select exists (select from import_component s where ${isFirst} and ${isFree('s.n', 'n')})
      and exists (select from component c where c.project_id = ${projectId} and ${isFree('c.id', 'id')}) as left
  `.execute(db);
  return rows[0]?.left ?? true;
}

/**
 * Pairs unmatched components with equal keys one to one, in the order of the document and of the database. Components
 * with different package URLs never match, because decisions must not move between packages.
 */
export async function matchByTier(tx: Tx, projectId: number, tier: MatchTier): Promise<void> {
  const keyOf = TIERS[tier];
  await sql`
    insert into import_match (n, id)
    select given.n, stored.id
    from (
      select s.n, s.purl_coordinates as package, ${keyOf('s')} as key,
        row_number() over (partition by ${keyOf('s')} order by s.n) as turn
      from import_component s
      where ${keyOf('s')} is not null and ${isFirst} and ${isFree('s.n', 'n')}
    ) as given
    join (
      select c.id, c.purl_coordinates as package, ${keyOf('c')} as key,
        row_number() over (partition by ${keyOf('c')} order by c.removed_at is not null, c.id) as turn
      from component c
      where c.project_id = ${projectId} and ${keyOf('c')} is not null and ${isFree('c.id', 'id')}
    ) as stored using (key, turn)
    where given.package = stored.package or given.package is null or stored.package is null`.execute(tx);
}

/** Assigns every component the id of the stored component that it matches, or a new id. */
export async function assignComponentIds(tx: Tx): Promise<void> {
  await sql`
    insert into import_node (n, node_id, is_new, parent_n, content_hash)
    select s.n, coalesce(m.id, nextval('portfolio_node_id')), m.id is null, s.parent_n, s.content_hash
    from import_component s left join import_match m on m.n = s.n
    where ${isFirst}
    order by s.n`.execute(tx);
}

/** Matches services by group, name and version, and assigns their ids. */
export async function matchServices(tx: Tx, projectId: number): Promise<void> {
  await sql`
    with placed as (
      select s.n, s.identity_hash, s.parent_n, s.content_hash,
        min(s.n) over (partition by s.identity_hash, s.name, s.group_name, s.version) as first_n
      from import_service s
    ), aliased as (
      insert into import_alias (n, first_n) select n, first_n from placed where n <> first_n
    ), stored as (
      select distinct on (s.n) s.n, v.id
      from import_service s
      join service v on v.identity_hash = s.identity_hash and v.name = s.name
        and row(v.group_name, v.version) is not distinct from row(s.group_name, s.version)
      where v.project_id = ${projectId}
      order by s.n, v.removed_at is not null, v.id
    )
    insert into import_node (n, node_id, is_new, parent_n, content_hash)
    select placed.n, coalesce(stored.id, nextval('portfolio_node_id')), stored.id is null,
      placed.parent_n, placed.content_hash
    from placed left join stored on stored.n = placed.n
    where placed.n = placed.first_n
    order by placed.n`.execute(tx);
}

/** Sets the parents of nested components and services. */
export async function assignParents(tx: Tx): Promise<void> {
  await sql`
    update import_node node set parent_id = parent.node_id
    from import_node nested
    left join import_alias alias on alias.n = nested.parent_n
    join import_node parent on parent.n = coalesce(alias.first_n, nested.parent_n)
    where nested.n = node.n and parent.node_id <> node.node_id`.execute(tx);
}

/** Gives the planner the row count and the uniqueness of the ids, so that it hashes the narrow rows. */
export async function analyzeNodes(tx: Tx): Promise<void> {
  await sql`analyze import_node (n, node_id)`.execute(tx);
}

const isFirst = sql<SqlBool>`not exists (select from import_alias a where a.n = s.n)`;

function isFree(column: 's.n' | 'c.id', matched: 'n' | 'id'): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (select from import_match m where ${sql.ref(`m.${matched}`)} = ${sql.ref(column)})`;
}
