import type { Context } from '../../../platform/context.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { deletePart } from '../graph/delete-part-store.ts';
import { inPortfolioTransaction } from '../in-portfolio-transaction.ts';
import { requireComponent } from './component-errors.ts';
import { findComponentVisibility, lockProjectForChange } from './component-store.ts';

export async function deleteComponent(ctx: Context, principal: Principal, uuid: string): Promise<void> {
  await inPortfolioTransaction(ctx.db, async (tx) => {
    const { id, project_id } = requireComponent(await findComponentVisibility(tx, principal, uuid));
    await lockProjectForChange(tx, principal, project_id);
    await deletePart(tx, 'component', project_id, id);
  });
}
