import type { NewProjectProperty } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { inPortfolioTransaction } from '../in-portfolio-transaction.ts';
import { toPropertyValue } from '../property-value.ts';
import { getProjectId } from './get-project-id.ts';
import { toPropertyKey } from './project-property-key.ts';
import { insertProperty, type PropertyRow } from './project-property-store.ts';

export async function createProjectProperty(
  ctx: Context,
  principal: Principal,
  uuid: string,
  body: NewProjectProperty,
): Promise<PropertyRow> {
  const property = {
    ...toPropertyKey(body),
    value: toPropertyValue(body.propertyType, body.propertyValue),
    type: body.propertyType,
    description: body.description?.trim() || null,
  };
  return inPortfolioTransaction(ctx.db, async (tx) => {
    await insertProperty(tx, await getProjectId(tx, principal, uuid), property);
    return property;
  });
}
