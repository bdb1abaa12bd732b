import type { Context } from '../../../platform/context.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { wakeConsumers } from '../../project-changes/wake-consumers.ts';
import { inPortfolioTransaction } from '../in-portfolio-transaction.ts';
import { getTagId } from './get-tag-id.ts';
import { deleteProjectTags, insertProjectTags } from './tag-store.ts';

export async function tagProjects(
  ctx: Context,
  principal: Principal,
  name: string,
  uuids: readonly string[],
): Promise<void> {
  await inPortfolioTransaction(ctx.db, async (tx) => {
    await insertProjectTags(tx, principal, await getTagId(tx, name), uuids);
  });
  await wakeConsumers(ctx);
}

export async function untagProjects(
  ctx: Context,
  principal: Principal,
  name: string,
  uuids: readonly string[],
): Promise<void> {
  await inPortfolioTransaction(ctx.db, async (tx) => {
    await deleteProjectTags(tx, principal, await getTagId(tx, name), uuids);
  });
  await wakeConsumers(ctx);
}
