import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { changeComponentProperties } from './change-component-properties.ts';

export async function deleteComponentProperty(
  ctx: Context,
  principal: Principal,
  uuid: string,
  propertyUuid: string,
): Promise<void> {
  await changeComponentProperties(ctx, principal, uuid, (properties) => {
    const rest = properties.filter((property) => property.uuid !== propertyUuid.toLowerCase());
    if (rest.length === properties.length) {
      throw new AppError('not-found', 'The property could not be found.');
    }
    return rest;
  });
}
