import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { mayAccess } from './project-access.ts';

/** Any constants will do, as long as nothing else in the database takes advisory locks with them. */
const HIERARCHY_LOCK = 7_253_202;
const NAME_LOCK = 7_253_203;

/**
 * Moves take it alone: of two concurrent moves that together would build a cycle the second one sees the
 * first. Whoever adds or removes leaves shares it. It is taken before any row is locked.
 */
export async function lockHierarchy(tx: Tx, mode: 'alone' | 'shared'): Promise<void> {
  const lock = sql.raw(mode === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  await sql`select ${lock}(${HIERARCHY_LOCK}::int, 0)`.execute(tx);
}

/** Whoever makes a project the latest of its name waits for others who do the same. */
export async function lockLatestOf(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${NAME_LOCK}::int, hashtext(${name}))`.execute(tx);
}

/** A project about to get a child or to keep one: it can be neither deactivated nor deleted meanwhile. */
export function lockParent(tx: Tx, principal: Principal, uuid: string) {
  return tx
    .selectFrom('project')
    .select(['project.id', 'project.uuid', 'project.inactive_since'])
    .select(mayAccess(principal, 'project.id').$castTo<boolean>().as('accessible'))
    .where('project.uuid', '=', uuid)
    .forShare()
    .executeTakeFirst();
}

/** The ancestors of a new project: itself, and those of its parent. */
export async function recordAncestry(tx: Tx, id: number, parentId: number | null): Promise<void> {
  await sql`
    insert into project_ancestry (descendant_id, ancestor_id, depth)
    select ${id}::bigint, ancestor_id, depth + 1 from project_ancestry where descendant_id = ${parentId}
    union all select ${id}::bigint, ${id}::bigint, 0`.execute(tx);
}

/** Cuts a project with everything below it off from what is above it. */
export async function leaveAncestors(tx: Tx, id: number): Promise<void> {
  await sql`
    delete from project_ancestry
    where descendant_id in (select descendant_id from project_ancestry where ancestor_id = ${id})
      and ancestor_id in (select ancestor_id from project_ancestry where descendant_id = ${id} and depth > 0)
  `.execute(tx);
}

/** Puts a project with everything below it under a parent and all that is above that. */
export async function joinAncestors(tx: Tx, id: number, parentId: number): Promise<void> {
  await sql`
    insert into project_ancestry (descendant_id, ancestor_id, depth)
    select below.descendant_id, above.ancestor_id, above.depth + below.depth + 1
    from project_ancestry above, project_ancestry below
    where above.descendant_id = ${parentId} and below.ancestor_id = ${id}`.execute(tx);
}

export async function isBelow(db: Db, id: number, ancestorId: number): Promise<boolean> {
  const found = await db
    .selectFrom('project_ancestry')
    .select('depth')
    .where('descendant_id', '=', id)
    .where('ancestor_id', '=', ancestorId)
    .executeTakeFirst();
  return found !== undefined;
}

export async function hasActiveChildren(db: Db, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('project')
    .select('id')
    .where('parent_id', '=', id)
    .where('inactive_since', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
