import type { NewSavedView } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { inConflictTransaction } from '../../platform/db/in-conflict-transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { newUuid } from '../../platform/ids.ts';
import { requireShareable } from './require-shareable.ts';
import type { SavedViewRow } from './saved-view.ts';
import { viewExists } from './saved-view-errors.ts';
import { countOwnViews, insertView } from './saved-view-store.ts';

const MAX_VIEWS = 100;

/** Throws if the user has a view of this name, or too many views. */
export async function createSavedView(
  ctx: Context,
  user: Principal,
  { name, page, query, shared = false }: NewSavedView,
): Promise<Omit<SavedViewRow, 'id'>> {
  requireShareable(user, page, shared);
  const view = {
    uuid: newUuid(),
    ownerId: user.id,
    page,
    name: name.trim(),
    query,
    isShared: shared,
    createdAt: ctx.now(),
    updatedAt: null,
  };
  return inConflictTransaction(ctx.db, viewExists, async (tx) => {
    if ((await countOwnViews(tx, user.id)) >= MAX_VIEWS) throw tooManyViews();
    await insertView(tx, view);
    return { ...view, owner: user.name };
  });
}

function tooManyViews(): AppError {
  return new AppError(
    'conflict',
    `You have reached the limit of ${MAX_VIEWS} saved views. Delete one first.`,
    {
      title: 'Too many saved views',
      type: '/problems/too-many-saved-views',
    },
  );
}
