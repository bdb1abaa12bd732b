import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { mayAccess } from '../portfolio/access/project-access.ts';
import { INTEGRATIONS_GROUP } from './finding-integration.ts';

/** Active projects with the property, within the access of the principal. */
function participants(db: Db, principal: Principal, property: string) {
  return db
    .selectFrom('project')
    .innerJoin('project_property as property', 'property.project_id', 'project.id')
    .where('property.group_name', '=', INTEGRATIONS_GROUP)
    .where('property.name', '=', property)
    .where(sql<boolean>`btrim(property.value) <> ''`)
    .where('project.inactive_since', 'is', null)
    .where(mayAccess(principal, 'project.id'));
}

/** Locks the projects, so that they are not deleted before the transaction ends. */
export async function lockParticipants(
  tx: Tx,
  principal: Principal,
  property: string,
  projectId: number | undefined,
): Promise<number[]> {
  let query = participants(tx, principal, property).select('project.id').orderBy('project.id');
  if (projectId !== undefined) query = query.where('project.id', '=', projectId);
  const rows = await query.forKeyShare('project').execute();
  return rows.map(({ id }) => id);
}

export async function countParticipants(db: Db, principal: Principal, property: string): Promise<number> {
  const { count } = await participants(db, principal, property)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface AssetRow {
  readonly id: number;
  readonly name: string;
  readonly version: string | null;
  readonly external_id: string;
  readonly tags: readonly string[];
}

/** All projects that take part. The value of the property is the id of the asset. */
export async function listAssets(db: Db, property: string): Promise<AssetRow[]> {
  const { rows } = await sql<AssetRow>`
    select project.id, project.name, project.version, btrim(property.value) as external_id,
      array(select tag.name from project_tag join tag on tag.id = project_tag.tag_id
        where project_tag.project_id = project.id order by tag.name) as tags
    from project join project_property property on property.project_id = project.id
    where property.group_name = ${INTEGRATIONS_GROUP} and property.name = ${property}
      and btrim(property.value) <> '' and project.inactive_since is null
    order by project.id`.execute(db);
  return rows;
}

/** Values of the properties of a project in the group of integrations. Blank ones are left out. */
export async function listIntegrationProperties(
  db: Db,
  projectId: number,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('project_property')
    .select(['name', 'value'])
    .where('project_id', '=', projectId)
    .where('group_name', '=', INTEGRATIONS_GROUP)
    .execute();
  return new Map(rows.flatMap(({ name, value }) => (value?.trim() ? [[name, value.trim()]] : [])));
}
