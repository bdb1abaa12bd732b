import type { ProjectPropertyChange } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { inPortfolioTransaction } from '../in-portfolio-transaction.ts';
import { toPropertyValue } from '../property-value.ts';
import { getProjectId } from './get-project-id.ts';
import { propertyNotFound, toPropertyKey } from './project-property-key.ts';
import { lockProperty, type PropertyRow, updateProperty } from './project-property-store.ts';

/** Replaces the value. The type and the description change only if they are given. */
export async function updateProjectProperty(
  ctx: Context,
  principal: Principal,
  uuid: string,
  body: ProjectPropertyChange,
): Promise<PropertyRow> {
  const key = toPropertyKey(body);
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
