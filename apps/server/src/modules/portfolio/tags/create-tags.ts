import type { Context } from '../../../platform/context.ts';
import { inPortfolioTransaction } from '../in-portfolio-transaction.ts';
import { toTagNames } from './tag-names.ts';
import { insertTags } from './tag-store.ts';

/** "Names lower-cased; existing ones are fine." */
export async function createTags(ctx: Context, names: readonly string[]): Promise<void> {
  await inPortfolioTransaction(ctx.db, (tx) => insertTags(tx, toTagNames(names)));
}
