import type { ComponentProperty, NewComponentProperty } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { newUuid } from '../../../platform/ids.ts';
import { toPropertyValue } from '../property-value.ts';
import { changeComponentProperties } from './change-component-properties.ts';

export async function createComponentProperty(
  ctx: Context,
  principal: Principal,
  uuid: string,
  body: NewComponentProperty,
): Promise<ComponentProperty> {
  const property = toProperty(body);
  await changeComponentProperties(ctx, principal, uuid, (properties) => {
    if (properties.some((other) => isSame(other, property))) {
      throw new AppError('conflict', 'The component already has the same property.');
    }
    return [...properties, property];
  });
  return property;
}

/** A component may have several values with one name, as in CycloneDX. Only an exact repetition is a conflict. */
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
