import type { NewService, ServiceReplacement } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Page, Paged } from '../../platform/http/paging.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { newUuid } from '../../platform/ids.ts';
import { requireService } from './component-refusals.ts';
import { lockProjectForChange } from './component-store.ts';
import { inPortfolioTransaction } from './in-portfolio-transaction.ts';
import { requireVisible } from './project-refusals.ts';
import { findVisibility } from './project-store.ts';
import {
  deleteService as deleteServiceRow,
  type FoundService,
  findService,
  insertService,
  listServices,
  type ServiceRow,
  updateService as updateServiceRow,
} from './service-store.ts';
import { toServiceColumns } from './to-service-columns.ts';

export async function listProjectServices(
  ctx: Context,
  principal: Principal,
  projectUuid: string,
  page: Page,
): Promise<Paged<ServiceRow>> {
  const { id } = requireVisible(await findVisibility(ctx.db, principal, projectUuid));
  return listServices(ctx.db, id, page);
}

export async function getService(db: Db, principal: Principal, uuid: string): Promise<FoundService> {
  return requireService(await findService(db, principal, uuid));
}

export async function createService(
  ctx: Context,
  principal: Principal,
  projectUuid: string,
  body: NewService,
): Promise<FoundService> {
  const [columns, uuid] = [toServiceColumns(body), newUuid()];
  return inPortfolioTransaction(ctx.db, async (tx) => {
    const { id } = requireVisible(await findVisibility(tx, principal, projectUuid));
    const project = requireVisible(await lockProjectForChange(tx, principal, id));
    if (project.collection_logic !== null) {
      throw new AppError('invalid', 'Services cannot be added to a collection project.');
    }
    await insertService(tx, id, uuid, columns);
    return getService(tx, principal, uuid);
  });
}

export async function updateService(
  ctx: Context,
  principal: Principal,
  body: ServiceReplacement,
): Promise<FoundService> {
  const columns = toServiceColumns(body);
  return inPortfolioTransaction(ctx.db, async (tx) => {
    const { id, project_id } = await getService(tx, principal, body.uuid);
    await lockProjectForChange(tx, principal, project_id);
    await updateServiceRow(tx, id, columns);
    return getService(tx, principal, body.uuid);
  });
}

export async function deleteService(ctx: Context, principal: Principal, uuid: string): Promise<void> {
  await inPortfolioTransaction(ctx.db, async (tx) => {
    const { id, project_id } = await getService(tx, principal, uuid);
    await lockProjectForChange(tx, principal, project_id);
    await deleteServiceRow(tx, project_id, id);
  });
}
