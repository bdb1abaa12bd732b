import type { SavedViewPage } from '@tallyman/contract';
import type { Db } from '../../platform/db/database.ts';
import type { KeysetPage, KeysetRows } from '../../platform/http/keyset-page.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { countViews, type ListedView, listViews } from './saved-view-store.ts';
import { toViewReader } from './to-view-reader.ts';

/** The views of a user, and those that others share with it. */
export async function listSavedViews(
  db: Db,
  user: Principal,
  viewsOf: SavedViewPage | undefined,
  { limit, after }: KeysetPage<'position'>,
): Promise<KeysetRows<ListedView>> {
  const reader = toViewReader(user);
  const rows = await listViews(db, reader, {
    page: viewsOf,
    limit,
    after: after && { position: String(after.value), id: after.id },
  });
  return { rows, total: { count: await countViews(db, reader, viewsOf), type: 'EXACT' } };
}
