import type { Context } from '../../../platform/context.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { inPortfolioTransaction } from '../in-portfolio-transaction.ts';
import { lockHierarchy } from './hierarchy-store.ts';
import { requireVisible } from './project-errors.ts';
import { deleteProjects, findProject } from './project-store.ts';

export async function deleteProject(ctx: Context, principal: Principal, uuid: string): Promise<void> {
  await inPortfolioTransaction(ctx.db, async (tx) => {
    await lockHierarchy(tx, 'shared');
    requireVisible(await findProject(tx, principal, { uuid }));
    await deleteProjects(tx, principal, [uuid]);
  });
}

/** Skips unknown and hidden projects without an error. */
export async function batchDeleteProjects(
  ctx: Context,
  principal: Principal,
  uuids: readonly string[],
): Promise<void> {
  await inPortfolioTransaction(ctx.db, async (tx) => {
    await lockHierarchy(tx, 'shared');
    await deleteProjects(tx, principal, uuids);
  });
}
