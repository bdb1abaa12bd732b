import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { mayAccess } from '../access/project-access.ts';

/** Keys of advisory locks. No other code may use them. */
const HIERARCHY_LOCK = 7_253_202;
const NAME_LOCK = 7_253_203;

/**
 * Moves take the lock exclusively, so that two concurrent moves cannot build a cycle. Creating and deleting projects
 * share it. Take it before any row lock.
 */
export async function lockHierarchy(tx: Tx, mode: 'exclusive' | 'shared'): Promise<void> {
  const lock = sql.raw(mode === 'exclusive' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  await sql`select ${lock}(${HIERARCHY_LOCK}::int, 0)`.execute(tx);
}

/** Serialises requests that set the latest flag among projects with one name. */
export async function lockLatestOf(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${NAME_LOCK}::int, hashtext(${name}))`.execute(tx);
}

/** Locks a parent, so that it is neither deactivated nor deleted before the transaction ends. */
export function lockParent(tx: Tx, principal: Principal, uuid: string) {
  return tx
    .selectFrom('project')
    .select(['project.id', 'project.uuid', 'project.inactive_since'])
    .select(mayAccess(principal, 'project.id').$castTo<boolean>().as('accessible'))
    .where('project.uuid', '=', uuid)
    .forShare()
    .executeTakeFirst();
}

/** Inserts the ancestors of a new project: itself and those of its parent. */
export async function recordAncestry(tx: Tx, id: number, parentId: number | null): Promise<void> {
  await sql`
    insert into project_ancestry (descendant_id, ancestor_id, depth)
    select ${id}::bigint, ancestor_id, depth + 1 from project_ancestry where descendant_id = ${parentId}
    union all select ${id}::bigint, ${id}::bigint, 0`.execute(tx);
}

/** Detaches a project with its descendants from its ancestors. */
export async function detachFromAncestors(tx: Tx, id: number): Promise<void> {
  await sql`
    delete from project_ancestry
    where descendant_id in (select descendant_id from project_ancestry where ancestor_id = ${id})
      and ancestor_id in (select ancestor_id from project_ancestry where descendant_id = ${id} and depth > 0)
  `.execute(tx);
}

/** Attaches a project with its descendants to a parent and the ancestors of that. */
export async function attachToParent(tx: Tx, id: number, parentId: number): Promise<void> {
  await sql`
    insert into project_ancestry (descendant_id, ancestor_id, depth)
    select below.descendant_id, above.ancestor_id, above.depth + below.depth + 1
    from project_ancestry above, project_ancestry below
    where above.descendant_id = ${parentId} and below.ancestor_id = ${id}`.execute(tx);
}

export async function isDescendant(db: Db, id: number, ancestorId: number): Promise<boolean> {
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
