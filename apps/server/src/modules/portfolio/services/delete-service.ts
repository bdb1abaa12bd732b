import type { Context } from '../../../platform/context.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { lockProjectForChange } from '../components/component-store.ts';
import { deletePart } from '../graph/delete-part-store.ts';
import { inPortfolioTransaction } from '../in-portfolio-transaction.ts';
import { getService } from './get-service.ts';

export async function deleteService(ctx: Context, principal: Principal, uuid: string): Promise<void> {
  await inPortfolioTransaction(ctx.db, async (tx) => {
    const { id, project_id } = await getService(tx, principal, uuid);
    await lockProjectForChange(tx, principal, project_id);
    await deletePart(tx, 'service', project_id, id);
  });
}
