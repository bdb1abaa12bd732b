import type { ServiceReplacement } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { lockProjectForChange } from '../components/component-store.ts';
import { inPortfolioTransaction } from '../in-portfolio-transaction.ts';
import { getService } from './get-service.ts';
import { type FoundService, updateService as updateServiceRow } from './service-store.ts';
import { toServiceColumns } from './to-service-columns.ts';

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
