import type { NewProjectProperty, ProjectPropertyChange, ProjectPropertyKey } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { getProjectId } from './get-project-id.ts';
import { inPortfolioTransaction } from './in-portfolio-transaction.ts';
import {
  deleteProperty,
  insertProperty,
  listProperties,
  lockProperty,
  type PropertyRow,
  updateProperty,
} from './property-store.ts';
import { toPropertyValue } from './property-value.ts';

export async function listProjectProperties(
  ctx: Context,
  principal: Principal,
  uuid: string,
): Promise<PropertyRow[]> {
  return listProperties(ctx.db, await getProjectId(ctx.db, principal, uuid));
}

export async function createProjectProperty(
  ctx: Context,
  principal: Principal,
  uuid: string,
  body: NewProjectProperty,
): Promise<PropertyRow> {
  const property = {
    ...toKey(body),
    value: toPropertyValue(body.propertyType, body.propertyValue),
    type: body.propertyType,
    description: body.description?.trim() || null,
  };
  return inPortfolioTransaction(ctx.db, async (tx) => {
    await insertProperty(tx, await getProjectId(tx, principal, uuid), property);
    return property;
  });
}

/** The value is replaced; the type and the description only when they are given. */
export async function updateProjectProperty(
  ctx: Context,
  principal: Principal,
  uuid: string,
  body: ProjectPropertyChange,
): Promise<PropertyRow> {
  const key = toKey(body);
  return inPortfolioTransaction(ctx.db, async (tx) => {
    const projectId = await getProjectId(tx, principal, uuid);
    const current = await lockProperty(tx, projectId, key.group_name, key.name);
    if (!current) throw propertyNotFound();
    const type = body.propertyType ?? current.type;
    const value = toPropertyValue(type, body.propertyValue);
    const description =
      typeof body.description === 'string' ? body.description.trim() || null : current.description;
    const property = { ...key, value, type, description };
    await updateProperty(tx, projectId, property);
    return property;
  });
}

export async function deleteProjectProperty(
  ctx: Context,
  principal: Principal,
  uuid: string,
  body: ProjectPropertyKey,
): Promise<void> {
  const key = toKey(body);
  await inPortfolioTransaction(ctx.db, async (tx) => {
    const projectId = await getProjectId(tx, principal, uuid);
    if (!(await deleteProperty(tx, projectId, key.group_name, key.name))) throw propertyNotFound();
  });
}

function toKey({ groupName, propertyName }: ProjectPropertyKey): Pick<PropertyRow, 'group_name' | 'name'> {
  return { group_name: groupName.trim(), name: propertyName.trim() };
}

function propertyNotFound(): AppError {
  return new AppError('not-found', 'A property with the specified group and name could not be found.');
}
