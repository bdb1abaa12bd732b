import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { getTagId } from '../portfolio/tags/get-tag-id.ts';
import { tagPolicies, untagPolicies } from './policy-store.ts';
import { requestEvaluation } from './request-evaluation.ts';

/** "Repeated tagging and unknown policy uuids are silently fine." Throws if there is no such tag. */
export async function changePolicyTags(
  ctx: Context,
  tag: string,
  uuids: readonly string[],
  change: 'tag' | 'untag',
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const tagId = await getTagId(tx, tag);
    const changed = await (change === 'tag' ? tagPolicies : untagPolicies)(tx, tagId, uuids);
    for (const uuid of changed) await requestEvaluation(ctx, tx, uuid);
  });
}
