import type { ComponentProperty } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { requireComponent } from './component-errors.ts';
import { listProperties } from './component-property-store.ts';
import { findComponentVisibility } from './component-store.ts';

export async function listComponentProperties(
  ctx: Context,
  principal: Principal,
  uuid: string,
): Promise<ComponentProperty[]> {
  const { id } = requireComponent(await findComponentVisibility(ctx.db, principal, uuid));
  return listProperties(ctx.db, id);
}
