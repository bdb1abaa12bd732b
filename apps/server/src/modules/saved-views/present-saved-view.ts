import type { SavedView } from '@tallyman/contract';
import type { Principal } from '../../platform/http/principal.ts';
import type { SavedViewRow } from './saved-view.ts';
import { isOwnView, mayDeleteView, mayUpdateView } from './view-rights.ts';

export function presentSavedView(user: Principal, view: Omit<SavedViewRow, 'id'>): SavedView {
  return {
    uuid: view.uuid,
    name: view.name,
    page: view.page,
    query: view.query,
    shared: view.isShared,
    own: isOwnView(user, view),
    ...(view.owner === null ? {} : { owner: view.owner }),
    may_update: mayUpdateView(user, view),
    may_delete: mayDeleteView(user, view),
    created_at: view.createdAt.getTime(),
    ...(view.updatedAt ? { updated_at: view.updatedAt.getTime() } : {}),
  };
}
