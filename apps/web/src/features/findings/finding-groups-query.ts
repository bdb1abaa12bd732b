import { type FindingGroup, type FindingGrouping, findingOperations } from '@tallyman/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { apiQuery, call } from '../../api/api-query.ts';
import { FINDINGS_KEY, type FindingsScope, loadPage, PAGE_SIZE, toFilterQuery } from './findings-query.ts';
import type { FindingsSearch } from './findings-search.ts';

export const GROUPS_KEY = findingOperations.listFindingGroups.id;
export const TOTALS_KEY = findingOperations.getFindingTotals.id;

export interface GroupsPage {
  readonly items: readonly FindingGroup[];
  readonly next_page_token?: string | undefined;
}

/** The groups that a search means, page by page. */
export function findingGroupsQuery(search: FindingsSearch, by: FindingGrouping) {
  const query = toFilterQuery(search);
  return infiniteQueryOptions({
    queryKey: [GROUPS_KEY, query, by],
    queryFn: ({ pageParam, signal }) => loadGroups(search, by, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_page_token }: GroupsPage) => next_page_token,
  });
}

export async function loadGroups(
  search: FindingsSearch,
  by: FindingGrouping,
  page_token: string | undefined,
  signal: AbortSignal,
): Promise<GroupsPage> {
  const query = { ...toFilterQuery(search), by, limit: 100, page_token };
  return (await call(findingOperations.listFindingGroups, { query, signal })).body;
}

/** A page of the findings of a group. */
export function groupFindingsQuery(search: FindingsSearch, scope: FindingsScope, page: number) {
  const { sel: _sel, group: _group, ...listed } = search;
  return queryOptions({
    queryKey: [FINDINGS_KEY, listed, scope, page],
    queryFn: ({ signal }) => loadPage(listed, page * PAGE_SIZE, signal, scope),
  });
}

/** How many findings, vulnerabilities, components and upgrades a search means. */
export function findingTotalsQuery(search: FindingsSearch) {
  return apiQuery(findingOperations.getFindingTotals, { query: toFilterQuery(search) });
}
