import { type Insertable, sql } from 'kysely';
import type { Project } from '../../../platform/db/database.generated.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { mayAccess } from '../access/project-access.ts';
import { selectProjects } from './project-columns-store.ts';

/** The keys of a project. The version `null` is the project without a version. */
export type ProjectKey =
  | { readonly uuid: string }
  | { readonly name: string; readonly version: string | null }
  | { readonly latestOf: string };

export type FoundProject = NonNullable<Awaited<ReturnType<typeof findProject>>>;

/** Returns hidden projects too: check `accessible`. */
export function findProject(db: Db, principal: Principal, key: ProjectKey) {
  const project = db.selectFrom('project').selectAll('project').where(isNamedBy(key));
  return selectProjects(db, principal, project)
    .select((eb) => [
      'p.parent_id',
      mayAccess(principal, 'p.id').$castTo<boolean>().as('accessible'),
      eb
        .selectFrom('project as parent')
        .select('parent.uuid')
        .whereRef('parent.id', '=', 'p.parent_id')
        .as('parent_uuid'),
    ])
    .executeTakeFirst();
}

/** The id, and whether the principal may see the project. */
export function findVisibility(db: Db, principal: Principal, uuid: string) {
  return db
    .selectFrom('project')
    .select(['project.id', mayAccess(principal, 'project.id').$castTo<boolean>().as('accessible')])
    .where('project.uuid', '=', uuid)
    .executeTakeFirst();
}

function isNamedBy(key: ProjectKey) {
  if ('uuid' in key) return sql<boolean>`project.uuid = ${key.uuid}`;
  if ('latestOf' in key) return sql<boolean>`project.name = ${key.latestOf} and project.is_latest`;
  if (key.version === null) return sql<boolean>`project.name = ${key.name} and project.version is null`;
  return sql<boolean>`project.name = ${key.name} and project.version = ${key.version}`;
}

export async function listDisplayNames(db: Db, projectIds: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('project')
    .select(sql<string>`concat_ws(' : ', name, version)`.as('name'))
    .where(sql<boolean>`id = any(${[...projectIds]}::bigint[])`)
    .orderBy('id')
    .execute();
  return rows.map(({ name }) => name);
}

export async function findIdByUuid(db: Db, uuid: string): Promise<number | undefined> {
  const row = await db.selectFrom('project').select('id').where('uuid', '=', uuid).executeTakeFirst();
  return row?.id;
}

export function listChildren(db: Db, principal: Principal, parentId: number) {
  const children = db
    .selectFrom('project')
    .selectAll('project')
    .where('project.parent_id', '=', parentId)
    .where(mayAccess(principal, 'project.id'));
  return selectProjects(db, principal, children)
    .orderBy('p.name')
    .orderBy('p.version')
    .orderBy('p.id')
    .execute();
}

export function listVersions(db: Db, principal: Principal, name: string) {
  return db
    .selectFrom('project')
    .select(['project.uuid', 'project.version', 'project.is_latest', 'project.inactive_since'])
    .where('project.name', '=', name)
    .where(mayAccess(principal, 'project.id'))
    .orderBy('project.version')
    .orderBy('project.id')
    .execute();
}

export async function hasComponents(db: Db, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('component')
    .select('id')
    .where('project_id', '=', id)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Locks the project until the transaction ends. */
export function lockProject(tx: Tx, uuid: string) {
  return tx.selectFrom('project').select('id').where('uuid', '=', uuid).forUpdate().executeTakeFirst();
}

export async function insertProject(tx: Tx, project: Insertable<Project>): Promise<number> {
  const { id } = await tx.insertInto('project').values(project).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateProject(
  tx: Tx,
  id: number,
  changes: Partial<Insertable<Project>>,
): Promise<void> {
  await tx.updateTable('project').set(changes).where('id', '=', id).execute();
}

/** Clears the latest flag of the other project with the name. Returns whether the principal may see that project. */
export function clearLatest(tx: Tx, principal: Principal, name: string, exceptId: number | null) {
  return tx
    .updateTable('project')
    .set({ is_latest: false })
    .where('project.name', '=', name)
    .where('project.is_latest', '=', true)
    .where('project.id', 'is distinct from', exceptId)
    .returning(mayAccess(principal, 'project.id').$castTo<boolean>().as('accessible'))
    .executeTakeFirst();
}

/**
 * Deletes projects with their descendants. Skips unknown and hidden projects. Locks in the order of the ids, so that two
 * deletions cannot deadlock.
 */
export async function deleteProjects(tx: Tx, principal: Principal, uuids: readonly string[]): Promise<void> {
  await sql`
    with doomed as (
      select id from project
      where id in (
        select project_ancestry.descendant_id
        from project named join project_ancestry on project_ancestry.ancestor_id = named.id
        where named.uuid = any(${[...uuids]}::uuid[]) and ${mayAccess(principal, 'named.id')}
      )
      order by id
      for update
    )
    delete from project using doomed where project.id = doomed.id`.execute(tx);
}
