import type { PropertyType } from '@tallyman/contract';
import type { Db, Tx } from '../../../platform/db/database.ts';

export interface PropertyRow {
  readonly group_name: string;
  readonly name: string;
  readonly value: string | null;
  readonly type: PropertyType;
  readonly description: string | null;
}

export function listProperties(db: Db, projectId: number): Promise<PropertyRow[]> {
  return selectProperties(db, projectId).orderBy('group_name').orderBy('name').execute();
}

/** Locks the property, so that its type cannot change before the new value is checked against it. */
export function lockProperty(
  tx: Tx,
  projectId: number,
  groupName: string,
  name: string,
): Promise<PropertyRow | undefined> {
  return selectProperties(tx, projectId)
    .where('group_name', '=', groupName)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst();
}

export async function findPropertyValue(
  db: Db,
  projectId: number,
  groupName: string,
  name: string,
): Promise<string | null> {
  const property = await selectProperties(db, projectId)
    .where('group_name', '=', groupName)
    .where('name', '=', name)
    .executeTakeFirst();
  return property?.value ?? null;
}

function selectProperties(db: Db, projectId: number) {
  return db
    .selectFrom('project_property')
    .select(['group_name', 'name', 'value', 'description'])
    .select((eb) => eb.ref('type').$castTo<PropertyType>().as('type'))
    .where('project_id', '=', projectId);
}

export async function insertProperty(tx: Tx, projectId: number, property: PropertyRow): Promise<void> {
  await tx
    .insertInto('project_property')
    .values({ project_id: projectId, ...property })
    .execute();
}

export async function updateProperty(tx: Tx, projectId: number, property: PropertyRow): Promise<void> {
  const { group_name, name, ...changes } = property;
  await tx
    .updateTable('project_property')
    .set(changes)
    .where('project_id', '=', projectId)
    .where('group_name', '=', group_name)
    .where('name', '=', name)
    .execute();
}

export async function deleteProperty(
  tx: Tx,
  projectId: number,
  groupName: string,
  name: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('project_property')
    .where('project_id', '=', projectId)
    .where('group_name', '=', groupName)
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
