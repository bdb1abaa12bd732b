import type { ProjectPropertyKey } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { inPortfolioTransaction } from '../in-portfolio-transaction.ts';
import { getProjectId } from './get-project-id.ts';
import { propertyNotFound, toPropertyKey } from './project-property-key.ts';
import { deleteProperty } from './project-property-store.ts';

export async function deleteProjectProperty(
  ctx: Context,
  principal: Principal,
  uuid: string,
  body: ProjectPropertyKey,
): Promise<void> {
  const key = toPropertyKey(body);
  await inPortfolioTransaction(ctx.db, async (tx) => {
    const projectId = await getProjectId(tx, principal, uuid);
    if (!(await deleteProperty(tx, projectId, key.group_name, key.name))) throw propertyNotFound();
  });
}
