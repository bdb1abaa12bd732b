import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { wakeConsumers } from '../project-changes/wake-consumers.ts';
import { inPortfolioTransaction } from './in-portfolio-transaction.ts';
import { planTagDeletion } from './plan-tag-deletion.ts';
import { toTagName, toTagNames } from './tag-names.ts';
import * as store from './tag-store.ts';

/** "Names lower-cased; existing ones are fine." */
export async function createTags(ctx: Context, names: readonly string[]): Promise<void> {
  await inPortfolioTransaction(ctx.db, (tx) => store.insertTags(tx, toTagNames(names)));
}

/** All or nothing: when one tag cannot be deleted, none is. */
export async function deleteTags(
  ctx: Context,
  principal: Principal,
  names: readonly string[],
): Promise<void> {
  const wanted = toTagNames(names);
  await inPortfolioTransaction(ctx.db, async (tx) => {
    const ids = await store.lockTagsForDeletion(tx, wanted);
    const refusals = planTagDeletion(
      principal.permissions,
      wanted,
      await store.listTagUsage(tx, principal, ids),
    );
    if (Object.keys(refusals).length > 0) throw deletionRefused(refusals);
    await store.deleteTags(tx, ids);
  });
}

export async function tagProjects(
  ctx: Context,
  principal: Principal,
  name: string,
  uuids: readonly string[],
): Promise<void> {
  await inPortfolioTransaction(ctx.db, async (tx) => {
    await store.tagProjects(tx, principal, await getTagId(tx, name), uuids);
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
    await store.untagProjects(tx, principal, await getTagId(tx, name), uuids);
  });
  await wakeConsumers(ctx);
}

/** It cannot be deleted before the transaction ends. */
export async function getTagId(tx: Tx, name: string): Promise<number> {
  const id = (await store.lockTags(tx, [toTagName(name)])).get(toTagName(name));
  if (id !== undefined) return id;
  throw new AppError('not-found', `A tag with name ${name} does not exist`, {
    title: 'Resource does not exist',
  });
}

/** `errors` maps each tag to its reason here: that is the form clients read. */
function deletionRefused(errors: Readonly<Record<string, string>>): AppError {
  const [first, ...others] = Object.entries(errors);
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return new AppError('invalid', `No tag was deleted. ${first?.[0]}: ${first?.[1]}${more}`, {
    title: 'Tag operation failed',
    members: { errors },
  });
}
