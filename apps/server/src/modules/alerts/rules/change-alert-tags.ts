import type { Context } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { getTagId } from '../../portfolio/tags/get-tag-id.ts';
import { tagAlerts, untagAlerts } from './alert-limits-store.ts';

/** Alerts that do not exist are ignored. Throws if there is no such tag. */
export async function changeAlertTags(
  ctx: Context,
  tag: string,
  uuids: readonly string[],
  change: 'tag' | 'untag',
): Promise<void> {
  const apply = change === 'tag' ? tagAlerts : untagAlerts;
  await inTransaction(ctx.db, async (tx) => apply(tx, await getTagId(tx, tag), uuids));
}
