import {
  type NewSavedView,
  type SavedView,
  type SavedViewChange,
  savedViewOperations,
} from '@tallyman/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiQuery, call } from '../../api/api-query.ts';
import type { NamedView } from './view-query.ts';

/** More are not shown; those of the user come first. */
const MAX_LISTED = 1000;

export interface ListedView extends NamedView {
  /** Absent if it is built in. */
  readonly saved?: SavedView;
}

/** The saved views of the list of findings. Empty until they are known. */
export function useSavedViews(isWanted = true): readonly ListedView[] {
  const { data } = useQuery({
    ...apiQuery(savedViewOperations.listSavedViews, { query: { page: 'findings', limit: MAX_LISTED } }),
    enabled: isWanted,
  });
  return data?.body.items.map((saved) => ({ ...saved, key: saved.uuid, saved })) ?? [];
}

type Change =
  | { readonly create: NewSavedView }
  | { readonly uuid: string; readonly update: SavedViewChange }
  | { readonly uuid: string; readonly isDeleted: true };

/** Writes one change and reads the list again. The result is the view, if it still exists. */
export function useChangeView(onDone: (view: SavedView | undefined) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async (view) => {
      await queries.invalidateQueries({ queryKey: [savedViewOperations.listSavedViews.id] });
      onDone(view);
    },
  });
}

async function send(change: Change): Promise<SavedView | undefined> {
  if ('create' in change)
    return (await call(savedViewOperations.createSavedView, { body: change.create })).body;
  const params = { uuid: change.uuid };
  if ('update' in change)
    return (await call(savedViewOperations.updateSavedView, { params, body: change.update })).body;
  await call(savedViewOperations.deleteSavedView, { params });
  return undefined;
}
