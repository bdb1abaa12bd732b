import type { Context } from '../../platform/context.ts';
import { inPortfolioTransaction } from '../portfolio/in-portfolio-transaction.ts';
import { getTagId } from '../portfolio/tags/get-tag-id.ts';
import { recordTags } from '../portfolio/tags/record-tags.ts';
import { toTagNames } from '../portfolio/tags/tag-names.ts';
import { getVulnerabilityRow } from './get-vulnerability.ts';
import * as store from './vulnerability-tag-store.ts';

/** Creates missing tags. */
export async function replaceVulnerabilityTags(
  ctx: Context,
  uuid: string,
  names: readonly string[],
): Promise<void> {
  await inPortfolioTransaction(ctx.db, async (tx) => {
    const { id } = await getVulnerabilityRow(tx, uuid);
    const tags = await recordTags(tx, toTagNames(names));
    await store.replaceTags(tx, id, [...tags.values()]);
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
