import type { SavedViewChange } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { inConflictTransaction } from '../../platform/db/in-conflict-transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { requireShareable } from './require-shareable.ts';
import type { SavedViewContent, SavedViewRow } from './saved-view.ts';
import { viewExists, viewNotFound } from './saved-view-errors.ts';
import { lockView, updateView } from './saved-view-store.ts';
import { toViewReader } from './to-view-reader.ts';
import { mayUpdateView } from './view-rights.ts';

/** Absent members of the change stay. Returns the view as it is afterwards. */
export async function updateSavedView(
  ctx: Context,
  user: Principal,
  uuid: string,
  change: SavedViewChange,
): Promise<SavedViewRow> {
  const now = ctx.now();
  return inConflictTransaction(ctx.db, viewExists, async (tx) => {
    const view = await lockView(tx, toViewReader(user), uuid);
    if (!view) throw viewNotFound();
    if (!mayUpdateView(user, view)) throw notAllowed();
    const content = toContent(view, change);
    if (!view.isShared) requireShareable(user, view.page, content.isShared);
    if (view.ownerId === null && !content.isShared) throw hasNoOwner();
    await updateView(tx, view.id, content, now);
    return { ...view, ...content, updatedAt: now };
  });
}

function toContent(view: SavedViewContent, { name, query, shared }: SavedViewChange): SavedViewContent {
  return { name: name?.trim() ?? view.name, query: query ?? view.query, isShared: shared ?? view.isShared };
}

function notAllowed(): AppError {
  return new AppError(
    'forbidden',
    'Only the owner of a shared view, or a user with PORTFOLIO_MANAGEMENT_UPDATE, can change it. Save your own.',
  );
}

function hasNoOwner(): AppError {
  return new AppError(
    'conflict',
    'The owner of this view was deleted, so that nobody could see it unless it is shared. Delete it instead.',
  );
}
