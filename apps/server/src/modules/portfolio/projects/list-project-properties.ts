import type { Context } from '../../../platform/context.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { getProjectId } from './get-project-id.ts';
import { listProperties, type PropertyRow } from './project-property-store.ts';

export async function listProjectProperties(
  ctx: Context,
  principal: Principal,
  uuid: string,
): Promise<PropertyRow[]> {
  return listProperties(ctx.db, await getProjectId(ctx.db, principal, uuid));
}
