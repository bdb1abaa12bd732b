import type { Tx } from '../../../platform/db/database.ts';
import type { VulnerabilityKey } from '../vulnerability-record.ts';
import { type AliasMember, type PlannedGroup, planGroups } from './alias-groups.ts';
import {
  deleteAssertions,
  deleteMembers,
  insertAssertions,
  listAssertions,
  listEdgesFrom,
  listGroupMembers,
  nextGroupIds,
  type StatedAlias,
  toEdge,
  toNode,
  upsertMembers,
} from './alias-store.ts';

interface AliasedRecord extends VulnerabilityKey {
  readonly aliases?: readonly VulnerabilityKey[] | undefined;
}

/**
 * Replaces the aliases that an asserter states for the records, and recomputes the groups that change. The caller must
 * hold the lock on records.
 */
export async function recordAliases(
  tx: Tx,
  asserterId: number,
  records: readonly AliasedRecord[],
): Promise<void> {
  const before = toEdges(await listAssertions(tx, asserterId, records));
  const after = toEdges(records.flatMap(toStated));
  const dropped = [...before].filter(([edge]) => !after.has(edge)).map(([, stated]) => stated);
  const added = [...after].filter(([edge]) => !before.has(edge)).map(([, stated]) => stated);
  if (dropped.length > 0) await deleteAssertions(tx, asserterId, dropped);
  if (added.length > 0) await insertAssertions(tx, asserterId, added);
  if (dropped.length + added.length > 0) await regroup(tx, dropped, added);
}

function toStated({ source, vulnId, aliases = [] }: AliasedRecord): StatedAlias[] {
  const others = aliases.filter((alias) => alias.source !== source || alias.vulnId !== vulnId);
  return others.map((right) => ({ left: { source, vulnId }, right }));
}

function toEdges(stated: readonly StatedAlias[]): Map<string, StatedAlias> {
  return new Map(stated.map((alias) => [`${toNode(alias.left)}\n${toNode(alias.right)}`, alias]));
}

/**
 * Only the groups of the touched nodes can change: every node connected to a touched one was in its group before or is
 * touched itself. A node without a group had no edges, so its edges are the added ones.
 */
async function regroup(
  tx: Tx,
  dropped: readonly StatedAlias[],
  added: readonly StatedAlias[],
): Promise<void> {
  const touched = new Set([...dropped, ...added].flatMap(({ left, right }) => [toNode(left), toNode(right)]));
  const members = await listGroupMembers(tx, [...touched]);
  const stored = await listEdgesFrom(
    tx,
    members.map(({ node }) => node),
  );
  await recordGroups(tx, members, planGroups(touched, members, [...stored, ...added.map(toEdge)]));
}

async function recordGroups(
  tx: Tx,
  members: readonly AliasMember[],
  groups: readonly PlannedGroup[],
): Promise<void> {
  const newIds = await nextGroupIds(tx, groups.filter(({ group }) => group === null).length);
  const planned = new Map<string, number>();
  for (const { group, nodes } of groups) {
    const id = group ?? newIds.pop() ?? 0;
    for (const node of nodes) planned.set(node, id);
  }
  const groupOf = new Map(members.map(({ node, group }) => [node, group]));
  const alone = members.map(({ node }) => node).filter((node) => !planned.has(node));
  const moved = Array.from(planned, ([node, group]) => ({ node, group }));
  const changed = moved.filter(({ node, group }) => groupOf.get(node) !== group);
  if (alone.length > 0) await deleteMembers(tx, alone);
  if (changed.length > 0) await upsertMembers(tx, changed);
}
