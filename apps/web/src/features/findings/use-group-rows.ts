import type { FindingGrouping } from '@tallyman/contract';
import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { findingGroupsQuery, findingTotalsQuery, groupFindingsQuery } from './finding-groups-query.ts';
import { PAGE_SIZE } from './findings-query.ts';
import type { FindingsSearch } from './findings-search.ts';
import {
  type GroupRow,
  type LoadedGroup,
  type ScopedGroup,
  toGroupRows,
  toRest,
  toScopedGroup,
} from './group-rows.ts';

/** The number of pages that are shown of each expanded group. */
type Expanded = ReadonlyMap<string, number>;

/** Groups, and the findings of those that are expanded. */
export function useGroupRows(search: FindingsSearch, by: FindingGrouping) {
  const list = useInfiniteQuery({ ...findingGroupsQuery(search, by), placeholderData: keepPreviousData });
  const totals = useQuery({ ...findingTotalsQuery(search), placeholderData: keepPreviousData }).data?.body;
  const [expanded, setExpanded] = useState<Expanded>(new Map());
  const { data, hasNextPage } = list;
  const groups = useMemo(() => {
    const shown = data?.pages.flatMap(({ items }) => items.map((group) => toScopedGroup(by, group))) ?? [];
    return by === 'fix' && !hasNextPage ? [...shown, ...toRest(totals)] : shown;
  }, [data, hasNextPage, by, totals]);
  const loaded = useLoadedGroups(search, groups, expanded);
  const rows = useMemo(() => toGroupRows(groups, loaded), [groups, loaded]);
  const toggle = useCallback((row: GroupRow) => setExpanded((present) => toggled(present, row)), []);
  return { list, rows, toggle };
}

/** Expands or collapses a group, or shows more of it. */
function toggled(expanded: Expanded, row: GroupRow): Expanded {
  if (row.kind === 'finding') return expanded;
  const next = new Map(expanded);
  if (row.kind === 'more') return next.set(row.of.id, (next.get(row.of.id) ?? 0) + 1);
  if (!next.delete(row.id)) next.set(row.id, 1);
  return next;
}

function useLoadedGroups(
  search: FindingsSearch,
  groups: readonly ScopedGroup[],
  expanded: Expanded,
): ReadonlyMap<string, LoadedGroup> {
  const wanted = useMemo(
    () =>
      groups.flatMap(({ id, scope }) =>
        Array.from({ length: expanded.get(id) ?? 0 }, (_, page) => ({ id, scope, page })),
      ),
    [groups, expanded],
  );
  const pages = useQueries({
    queries: wanted.map(({ scope, page }) => groupFindingsQuery(search, scope, page)),
  });
  const state = pages.map(
    ({ data, dataUpdatedAt, isPending }) => `${dataUpdatedAt} ${isPending} ${data?.rows.length}`,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the results are new objects at every render
  return useMemo(() => {
    const byGroup = Map.groupBy(
      wanted.map(({ id }, index) => ({ id, page: pages[index] })),
      ({ id }) => id,
    );
    return new Map([...byGroup].map(([id, parts]) => [id, toLoaded(parts.map(({ page }) => page))]));
  }, [wanted, state.join()]);
}

interface PageResult {
  readonly data?: { readonly rows: LoadedGroup['rows'] } | undefined;
  readonly isPending: boolean;
}

function toLoaded(pages: readonly (PageResult | undefined)[]): LoadedGroup {
  return {
    rows: pages.flatMap((page) => page?.data?.rows ?? []),
    isLoading: pages.some((page) => page?.isPending),
    hasMore: pages.at(-1)?.data?.rows.length === PAGE_SIZE,
  };
}
