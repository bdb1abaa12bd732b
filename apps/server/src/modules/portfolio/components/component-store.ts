import { type Insertable, sql } from 'kysely';
import type { Component } from '../../../platform/db/database.generated.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { mayAccess } from '../access/project-access.ts';
import { directDependencies } from '../graph/dependency-columns-store.ts';
import { parentComponent, properties, selectLinkedComponents } from './component-columns-store.ts';

export type FoundComponent = NonNullable<Awaited<ReturnType<typeof findComponent>>>;

/** Returns hidden components too: check `accessible`. */
export function findComponent(db: Db, principal: Principal, uuid: string) {
  const component = db
    .selectFrom('component')
    .selectAll('component')
    .where('component.uuid', '=', uuid)
    .where('component.removed_at', 'is', null);
  return selectLinkedComponents(db, component)
    .select([
      mayAccess(principal, 'c.project_id').$castTo<boolean>().as('accessible'),
      parentComponent.as('parent'),
      properties.as('properties'),
      directDependencies(sql.ref('c.project_id'), sql`0`).as('project_dependencies'),
    ])
    .executeTakeFirst();
}

export function findComponentVisibility(db: Db, principal: Principal, uuid: string) {
  return db
    .selectFrom('component')
    .select([
      'component.id',
      'component.uuid',
      'component.project_id',
      'component.created_at',
      'component.occurrence_count',
      mayAccess(principal, 'component.project_id').$castTo<boolean>().as('accessible'),
    ])
    .where('component.uuid', '=', uuid)
    .where('component.removed_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Locks the project against imports before its components or services are changed through the API. Clears
 * `imported_bom`, because the components no longer equal the last imported document.
 */
export async function lockProjectForChange(tx: Tx, principal: Principal, projectId: number) {
  const project = await tx
    .updateTable('project')
    .set({ imported_bom: null })
    .where('project.id', '=', projectId)
    .returning([
      'project.id',
      'project.collection_logic',
      mayAccess(principal, 'project.id').$castTo<boolean>().as('accessible'),
    ])
    .executeTakeFirst();
  return project;
}

/** The hashes have 64 bits, which does not fit into a number. */
export type ComponentColumns = Omit<
  Insertable<Component>,
  'project_id' | 'uuid' | 'position' | 'identity_hash' | 'content_hash'
> & { readonly identity_hash: bigint; readonly content_hash: bigint };

export async function insertComponent(
  tx: Tx,
  projectId: number,
  uuid: string,
  columns: ComponentColumns,
): Promise<void> {
  await tx
    .insertInto('component')
    .values((eb) => ({
      ...columns,
      uuid,
      project_id: projectId,
      identity_hash: toBigint(columns.identity_hash),
      content_hash: toBigint(columns.content_hash),
      position: eb
        .selectFrom('component')
        .select(sql<number>`coalesce(max(position), -1) + 1`.as('next'))
        .where('project_id', '=', projectId),
    }))
    .execute();
}

/** `outdated`: members of the uploaded document that the change contradicts. */
export async function updateComponent(
  tx: Tx,
  id: number,
  columns: Partial<ComponentColumns>,
  outdated: readonly string[],
): Promise<void> {
  const { identity_hash, content_hash, ...rest } = columns;
  await tx
    .updateTable('component')
    .set({
      ...rest,
      // Belongs to the former package URL.
      ...(rest.purl === undefined
        ? {}
        : {
            purl_with_source: sql<string>`case when purl is not distinct from ${rest.purl} then purl_with_source end`,
          }),
      ...(identity_hash === undefined ? {} : { identity_hash: toBigint(identity_hash) }),
      ...(content_hash === undefined ? {} : { content_hash: toBigint(content_hash) }),
      rest: sql`rest - ${[...outdated]}::text[]`,
    })
    .where('id', '=', id)
    .execute();
}

export function toBigint(value: bigint) {
  return sql<number>`${value.toString()}::bigint`;
}

/** Whether the project has a component with exactly this identity. */
export async function hasComponent(
  tx: Tx,
  projectId: number,
  { identity_hash, purl, cpe, cpe_name, swid_tag_id, group_name, name, version }: ComponentColumns,
): Promise<boolean> {
  const { rows } = await sql`
    select from component
    where project_id = ${projectId} and removed_at is null and identity_hash = ${toBigint(identity_hash)}
      and purl is not distinct from ${purl ?? null}
      and coalesce(cpe_name, cpe) is not distinct from ${cpe_name ?? cpe ?? null}
      and swid_tag_id is not distinct from ${swid_tag_id ?? null} and name = ${name}
      and group_name is not distinct from ${group_name ?? null} and version is not distinct from ${version ?? null}
    limit 1`.execute(tx);
  return rows.length > 0;
}
