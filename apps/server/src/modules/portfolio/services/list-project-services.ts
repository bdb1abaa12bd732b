import type { Context } from '../../../platform/context.ts';
import type { Page, Paged } from '../../../platform/http/paging.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { getProjectId } from '../projects/get-project-id.ts';
import { listServices, type ServiceRow } from './service-store.ts';

export async function listProjectServices(
  ctx: Context,
  principal: Principal,
  projectUuid: string,
  page: Page,
): Promise<Paged<ServiceRow>> {
  return listServices(ctx.db, await getProjectId(ctx.db, principal, projectUuid), page);
}
