import type { Context } from '../../platform/context.ts';
import { getTagId } from '../portfolio/change-tags.ts';
import { inPortfolioTransaction } from '../portfolio/in-portfolio-transaction.ts';
import { recordTags } from '../portfolio/record-tags.ts';
import { toTagNames } from '../portfolio/tag-names.ts';
import { getRow } from './get-vulnerability.ts';
import * as store from './vulnerability-tag-store.ts';

/** Exactly these; those that do not exist are created. */
export async function replaceTags(ctx: Context, uuid: string, names: readonly string[]): Promise<void> {
  await inPortfolioTransaction(ctx.db, async (tx) => {
    const { id } = await getRow(tx, uuid);
    const tags = await recordTags(tx, toTagNames(names));
    await store.replaceVulnerabilityTags(tx, id, [...tags.values()]);
  });
}

export async function untagVulnerabilities(
  ctx: Context,
  name: string,
  uuids: readonly string[],
): Promise<void> {
  await inPortfolioTransaction(ctx.db, async (tx) => {
    await store.untagVulnerabilities(tx, await getTagId(tx, name), uuids);
  });
}
