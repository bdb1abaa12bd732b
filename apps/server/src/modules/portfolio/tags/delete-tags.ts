import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { inPortfolioTransaction } from '../in-portfolio-transaction.ts';
import { planTagDeletion } from './plan-tag-deletion.ts';
import { toTagNames } from './tag-names.ts';
import { deleteTags as deleteTagRows, listTagUsage, lockTagsForDeletion } from './tag-store.ts';
import type { TagUses } from './tag-uses-access.ts';

/** Deletes all of the tags or, if one of them cannot be deleted, none. */
export async function deleteTags(
  ctx: Context,
  principal: Principal,
  uses: TagUses,
  names: readonly string[],
): Promise<void> {
  const requested = toTagNames(names);
  await inPortfolioTransaction(ctx.db, async (tx) => {
    const ids = await lockTagsForDeletion(tx, requested);
    const usages = await listTagUsage(tx, principal, uses, ids);
    const errors = planTagDeletion(principal.permissions, requested, usages);
    if (Object.keys(errors).length > 0) throw deletionRefused(errors);
    await deleteTagRows(tx, ids);
  });
}

/** `errors` maps each tag to its reason: clients read that form. */
function deletionRefused(errors: Readonly<Record<string, string>>): AppError {
  const [first, ...others] = Object.entries(errors);
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return new AppError('invalid', `No tag was deleted. ${first?.[0]}: ${first?.[1]}${more}`, {
    title: 'Tag operation failed',
    members: { errors },
  });
}
