import { parseSearch, stringifySearch } from '../../ui/search-params.ts';
import { type FindingsSearch, readFindingsSearch } from '../findings/findings-search.ts';

/** A view of the list of findings, saved or built in. */
export interface NamedView {
  readonly key: string;
  readonly name: string;
  /** As in the address of the page. */
  readonly query: string;
}

export const NEEDS_DECISION: NamedView = {
  key: 'needs-decision',
  name: 'Needs decision',
  query: 'state=NOT_SET&latest=true',
};

/** The text of a search, the same for equal searches. Which finding is open is not part of a view. */
export function toViewQuery(search: FindingsSearch): string {
  return stringifySearch({ ...readFindingsSearch({ ...search }), sel: undefined }).slice(1);
}

/** Has all members, so that it replaces every filter of the page. */
export function toViewSearch(query: string): FindingsSearch {
  return { ...readFindingsSearch(parseSearch(query)), sel: undefined };
}

export interface ActiveView<View extends NamedView> {
  readonly view: View;
  /** The filters were changed since the view was applied. */
  readonly isChanged: boolean;
}

/** The view that the page shows: the applied one, or one with the same filters. None if there are no filters. */
export function findActiveView<View extends NamedView>(
  views: readonly View[],
  search: FindingsSearch,
  appliedKey: string | undefined,
): ActiveView<View> | undefined {
  const query = toViewQuery(search);
  const same = views.filter((view) => toViewQuery(toViewSearch(view.query)) === query);
  const view = same.find(({ key }) => key === appliedKey) ?? same[0];
  if (view) return { view, isChanged: false };
  const applied = query === '' ? undefined : views.find(({ key }) => key === appliedKey);
  return applied && { view: applied, isChanged: true };
}
