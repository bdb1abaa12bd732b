import type { ComponentProperty, NewComponentProperty } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { newUuid } from '../../platform/ids.ts';
import { listProperties, lockProperties, replaceProperties } from './component-property-store.ts';
import { requireComponent } from './component-refusals.ts';
import { findComponentVisibility, lockProjectForChange } from './component-store.ts';
import { inPortfolioTransaction } from './in-portfolio-transaction.ts';
import { toPropertyValue } from './property-value.ts';

export async function listComponentProperties(
  ctx: Context,
  principal: Principal,
  uuid: string,
): Promise<ComponentProperty[]> {
  const { id } = requireComponent(await findComponentVisibility(ctx.db, principal, uuid));
  return listProperties(ctx.db, id);
}

export async function createComponentProperty(
  ctx: Context,
  principal: Principal,
  uuid: string,
  body: NewComponentProperty,
): Promise<ComponentProperty> {
  const property = toProperty(body);
  await changeProperties(ctx, principal, uuid, (properties) => {
    if (properties.some((other) => isSame(other, property))) {
      throw new AppError('conflict', 'The component has the same property already.');
    }
    return [...properties, property];
  });
  return property;
}

export async function deleteComponentProperty(
  ctx: Context,
  principal: Principal,
  uuid: string,
  propertyUuid: string,
): Promise<void> {
  await changeProperties(ctx, principal, uuid, (properties) => {
    const kept = properties.filter((property) => property.uuid !== propertyUuid.toLowerCase());
    if (kept.length === properties.length) {
      throw new AppError('not-found', 'The property could not be found.');
    }
    return kept;
  });
}

type Plan = (properties: readonly ComponentProperty[]) => readonly ComponentProperty[];

async function changeProperties(ctx: Context, principal: Principal, uuid: string, plan: Plan): Promise<void> {
  await inPortfolioTransaction(ctx.db, async (tx: Tx) => {
    const { id, project_id } = requireComponent(await findComponentVisibility(tx, principal, uuid));
    await lockProjectForChange(tx, principal, project_id);
    await replaceProperties(tx, id, plan(await lockProperties(tx, id)));
  });
}

/** A component may have several values of one name, as documents do; only a repetition says nothing. */
function isSame(one: ComponentProperty, other: ComponentProperty): boolean {
  return (
    one.groupName === other.groupName &&
    one.propertyName === other.propertyName &&
    one.propertyValue === other.propertyValue &&
    one.propertyType === other.propertyType
  );
}

function toProperty(body: NewComponentProperty): ComponentProperty {
  const groupName = body.groupName?.trim();
  const propertyValue = toPropertyValue(body.propertyType, body.propertyValue);
  const description = body.description?.trim();
  return {
    uuid: newUuid(),
    ...(groupName ? { groupName } : {}),
    propertyName: body.propertyName.trim(),
    ...(propertyValue === null ? {} : { propertyValue }),
    propertyType: body.propertyType,
    ...(description ? { description } : {}),
  };
}
