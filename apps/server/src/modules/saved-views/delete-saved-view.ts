import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { viewNotFound } from './saved-view-errors.ts';
import { deleteView, lockView } from './saved-view-store.ts';
import { toViewReader } from './to-view-reader.ts';
import { mayDeleteView } from './view-rights.ts';

export async function deleteSavedView({ db }: Context, user: Principal, uuid: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const view = await lockView(tx, toViewReader(user), uuid);
    if (!view) throw viewNotFound();
    if (!mayDeleteView(user, view))
      throw new AppError(
        'forbidden',
        'Only the owner of a shared view, or a user with PORTFOLIO_MANAGEMENT_DELETE, can delete it.',
      );
    await deleteView(tx, view.id);
  });
}
