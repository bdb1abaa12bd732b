import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { toTextArray } from '../../../platform/db/text-array.ts';
import type { VulnerabilityKey } from '../vulnerability-record.ts';
import type { AliasEdge, AliasMember } from './alias-groups.ts';

interface NodeKey {
  readonly source: string;
  readonly vulnId: string;
}

export interface StatedAlias {
  readonly left: NodeKey;
  readonly right: NodeKey;
}

interface EdgeRow {
  readonly left_source: string;
  readonly left_id: string;
  readonly right_source: string;
  readonly right_id: string;
}

/** The aliases that an asserter states for the records. Lateral lookups: a join would read the whole table. */
export async function listAssertions(
  db: Db,
  asserterId: number,
  records: readonly VulnerabilityKey[],
): Promise<StatedAlias[]> {
  const { rows } = await sql<EdgeRow>`
    select stated.* from unnest(${sources(records)}, ${ids(records)}) as record (source, id)
    cross join lateral (
      select a.left_source, a.left_id, a.right_source, a.right_id from vulnerability_alias_assertion a
      where a.left_id = record.id and a.left_source = record.source and a.asserter_id = ${asserterId}
      offset 0) as stated`.execute(db);
  return rows.map(toStated);
}

export async function insertAssertions(
  tx: Tx,
  asserterId: number,
  stated: readonly StatedAlias[],
): Promise<void> {
  await sql`
    insert into vulnerability_alias_assertion (asserter_id, left_source, left_id, right_source, right_id)
    select ${asserterId}::smallint, s.* from ${unnested(stated)} s
    on conflict do nothing`.execute(tx);
}

export async function deleteAssertions(
  tx: Tx,
  asserterId: number,
  stated: readonly StatedAlias[],
): Promise<void> {
  await sql`
    delete from vulnerability_alias_assertion a using ${unnested(stated)} s (left_source, left_id, right_source, right_id)
    where a.left_id = s.left_id and a.left_source = s.left_source and a.asserter_id = ${asserterId}
      and a.right_id = s.right_id and a.right_source = s.right_source`.execute(tx);
}

function unnested(stated: readonly StatedAlias[]): RawBuilder<unknown> {
  const lefts = stated.map(({ left }) => left);
  const rights = stated.map(({ right }) => right);
  return sql`unnest(${sources(lefts)}, ${ids(lefts)}, ${sources(rights)}, ${ids(rights)})`;
}

/** All members of the groups that contain the nodes. */
export async function listGroupMembers(db: Db, nodes: readonly string[]): Promise<AliasMember[]> {
  const keys = nodes.map(toKey);
  const { rows } = await sql<{ source: string; vuln_id: string; group_id: number }>`
    select member.source, member.vuln_id, member.group_id from vulnerability_alias member
    where member.group_id = any(array(
      select alias.group_id from unnest(${sources(keys)}, ${ids(keys)}) as node (source, id)
      cross join lateral (
        select group_id from vulnerability_alias where vuln_id = node.id and source = node.source limit 1) as alias))`.execute(
    db,
  );
  return rows.map(({ source, vuln_id, group_id }) => ({
    node: toNode({ source, vulnId: vuln_id }),
    group: group_id,
  }));
}

/** The edges that start at the nodes, of all asserters. */
export async function listEdgesFrom(db: Db, nodes: readonly string[]): Promise<AliasEdge[]> {
  if (nodes.length === 0) return [];
  const keys = nodes.map(toKey);
  const { rows } = await sql<EdgeRow>`
    select distinct stated.* from unnest(${sources(keys)}, ${ids(keys)}) as node (source, id)
    cross join lateral (
      select a.left_source, a.left_id, a.right_source, a.right_id from vulnerability_alias_assertion a
      where a.left_id = node.id and a.left_source = node.source
      offset 0) as stated`.execute(db);
  return rows.map((row) => toEdge(toStated(row)));
}

export async function nextGroupIds(tx: Tx, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select nextval('vulnerability_alias_group_id') as id from generate_series(1, ${count})`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function deleteMembers(tx: Tx, nodes: readonly string[]): Promise<void> {
  const keys = nodes.map(toKey);
  await sql`
    delete from vulnerability_alias alias
    using unnest(${sources(keys)}, ${ids(keys)}) as node (source, id)
    where alias.vuln_id = node.id and alias.source = node.source`.execute(tx);
}

export async function upsertMembers(tx: Tx, members: readonly AliasMember[]): Promise<void> {
  const keys = members.map(({ node }) => toKey(node));
  await sql`
    insert into vulnerability_alias (source, vuln_id, group_id)
    select * from unnest(${sources(keys)}, ${ids(keys)},
      ${toTextArray(members.map(({ group }) => String(group)))}::bigint[])
    on conflict (vuln_id, source) do update set group_id = excluded.group_id`.execute(tx);
}

function toStated({ left_source, left_id, right_source, right_id }: EdgeRow): StatedAlias {
  return {
    left: { source: left_source, vulnId: left_id },
    right: { source: right_source, vulnId: right_id },
  };
}

export function toEdge({ left, right }: StatedAlias): AliasEdge {
  return { left: toNode(left), right: toNode(right) };
}

/** The key as one string. */
export function toNode({ source, vulnId }: NodeKey): string {
  return `${source}\n${vulnId}`;
}

function toKey(node: string): NodeKey {
  const end = node.indexOf('\n');
  return { source: node.slice(0, end), vulnId: node.slice(end + 1) };
}

function sources(keys: readonly NodeKey[]): RawBuilder<string[]> {
  return toTextArray(keys.map(({ source }) => source));
}

function ids(keys: readonly NodeKey[]): RawBuilder<string[]> {
  return toTextArray(keys.map(({ vulnId }) => vulnId));
}
