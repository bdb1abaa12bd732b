import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { AliasEdge, AliasMember } from './alias-groups.ts';
import type { VulnerabilityKey } from './vulnerability-record.ts';

export interface StatedAlias {
  readonly left: VulnerabilityKey;
  readonly right: VulnerabilityKey;
}

interface EdgeRow {
  readonly left_source: string;
  readonly left_id: string;
  readonly right_source: string;
  readonly right_id: string;
}

/**
 * Makes what an asserter says about the aliases of these records what it says now. Returns what is new and what is
 * no longer said.
 */
export async function replaceAssertions(
  tx: Tx,
  asserterId: number,
  records: readonly VulnerabilityKey[],
  stated: readonly StatedAlias[],
): Promise<AliasEdge[]> {
  const { rows } = await sql<EdgeRow>`
    with record as materialized (
      select * from unnest(${sources(records)}::text[], ${ids(records)}::text[]) as record (source, id)
    ), stated as materialized (
      select * from unnest(
        ${sources(stated.map(({ left }) => left))}::text[], ${ids(stated.map(({ left }) => left))}::text[],
        ${sources(stated.map(({ right }) => right))}::text[], ${ids(stated.map(({ right }) => right))}::text[]
      ) as stated (left_source, left_id, right_source, right_id)
    ), dropped as (
      delete from vulnerability_alias_assertion a using record
      where a.left_id = record.id and a.left_source = record.source and a.asserter_id = ${asserterId}
        and not exists (
          select from stated s where s.left_id = a.left_id and s.left_source = a.left_source
            and s.right_id = a.right_id and s.right_source = a.right_source)
      returning a.left_source, a.left_id, a.right_source, a.right_id
    ), added as (
      insert into vulnerability_alias_assertion (asserter_id, left_source, left_id, right_source, right_id)
      select distinct ${asserterId}::smallint, s.left_source, s.left_id, s.right_source, s.right_id from stated s
      where not exists (
        select from vulnerability_alias_assertion a
        where a.left_id = s.left_id and a.left_source = s.left_source and a.asserter_id = ${asserterId}
          and a.right_id = s.right_id and a.right_source = s.right_source)
      returning left_source, left_id, right_source, right_id
    )
    select * from dropped union all select * from added`.execute(tx);
  return rows.map(toEdge);
}

/** All members of the groups in which these nodes are. */
export async function listGroupMembers(db: Db, nodes: readonly string[]): Promise<AliasMember[]> {
  const keys = nodes.map(toKey);
  const { rows } = await sql<{ source: string; vuln_id: string; group_id: number }>`
    select member.source, member.vuln_id, member.group_id from vulnerability_alias member
    where member.group_id in (
      select alias.group_id from vulnerability_alias alias
      join unnest(${sources(keys)}::text[], ${ids(keys)}::text[]) as node (source, id)
        on alias.vuln_id = node.id and alias.source = node.source)`.execute(db);
  return rows.map(({ source, vuln_id, group_id }) => ({ node: `${source}\n${vuln_id}`, group: group_id }));
}

/** All that is said on the left about these nodes, by anybody. */
export async function listEdgesFrom(db: Db, nodes: readonly string[]): Promise<AliasEdge[]> {
  const keys = nodes.map(toKey);
  const { rows } = await sql<EdgeRow>`
    select distinct a.left_source, a.left_id, a.right_source, a.right_id
    from vulnerability_alias_assertion a
    join unnest(${sources(keys)}::text[], ${ids(keys)}::text[]) as node (source, id)
      on a.left_id = node.id and a.left_source = node.source`.execute(db);
  return rows.map(toEdge);
}

export async function nextGroupIds(tx: Tx, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select nextval('vulnerability_alias_group_id') as id from generate_series(1, ${count})`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function removeMembers(tx: Tx, nodes: readonly string[]): Promise<void> {
  const keys = nodes.map(toKey);
  await sql`
    delete from vulnerability_alias alias
    using unnest(${sources(keys)}::text[], ${ids(keys)}::text[]) as node (source, id)
    where alias.vuln_id = node.id and alias.source = node.source`.execute(tx);
}

export async function upsertMembers(tx: Tx, members: readonly AliasMember[]): Promise<void> {
  const keys = members.map(({ node }) => toKey(node));
  await sql`
    insert into vulnerability_alias (source, vuln_id, group_id)
    select * from unnest(${sources(keys)}::text[], ${ids(keys)}::text[],
      ${members.map(({ group }) => group)}::bigint[])
    on conflict (vuln_id, source) do update set group_id = excluded.group_id`.execute(tx);
}

function toEdge({ left_source, left_id, right_source, right_id }: EdgeRow): AliasEdge {
  return { left: `${left_source}\n${left_id}`, right: `${right_source}\n${right_id}` };
}

interface NodeKey {
  readonly source: string;
  readonly vulnId: string;
}

function toKey(node: string): NodeKey {
  const end = node.indexOf('\n');
  return { source: node.slice(0, end), vulnId: node.slice(end + 1) };
}

function sources(keys: readonly NodeKey[]): string[] {
  return keys.map(({ source }) => source);
}

function ids(keys: readonly NodeKey[]): string[] {
  return keys.map(({ vulnId }) => vulnId);
}
