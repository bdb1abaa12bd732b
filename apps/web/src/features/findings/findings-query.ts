import { type Finding, findingOperations } from '@tallyman/contract';
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../api/api-query.ts';
import type { FindingsSearch } from './findings-search.ts';

export const PAGE_SIZE = 200;

export interface FindingsPage {
  readonly rows: readonly Finding[];
  readonly total: number;
  readonly isExact: boolean;
}

export const FINDINGS_KEY = 'listFindings';

/** The findings that a search means, page by page. The worst come first unless sorted. */
export function findingsQuery({ sel: _sel, group: _group, ...search }: FindingsSearch) {
  return infiniteQueryOptions({
    queryKey: [FINDINGS_KEY, search],
    queryFn: ({ pageParam, signal }) => loadPage(search, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: ({ rows }: FindingsPage, _pages, offset: number) =>
      rows.length < PAGE_SIZE ? undefined : offset + PAGE_SIZE,
  });
}

/** A part of the findings of a search, as the API names it. */
export interface FindingsScope {
  readonly case?: string;
  readonly component?: string;
  readonly hasFix?: boolean;
}

export async function loadPage(
  search: FindingsSearch,
  offset: number,
  signal: AbortSignal,
  scope: FindingsScope = {},
): Promise<FindingsPage> {
  const { body, total, headers } = await call(findingOperations.listFindings, {
    query: { ...toFindingsQuery(search), ...scope, offset, limit: PAGE_SIZE, totalCount: 'BOUNDED' },
    signal,
  });
  return { rows: body, total: total ?? body.length, isExact: headers['x-total-count-type'] !== 'AT_LEAST' };
}

/** The filters and the order of the page in the words of the API. */
export function toFindingsQuery(search: FindingsSearch) {
  const { sort = 'vulnerability.severity' } = search;
  return { ...toFilterQuery(search), orderBy: sort, sort: search.desc ? 'desc' : 'asc' };
}

export function toFilterQuery(search: FindingsSearch) {
  return {
    search: search.q,
    severity: search.sev?.join(','),
    analysisStatus: search.state?.join(','),
    isKev: search.kev,
    epssFrom: search.epss,
    hasFix: search.fix && search.fix === 'yes',
    showSuppressed: search.suppressed,
    source: search.source,
    tag: search.tag,
    onlyLatest: search.latest,
    project: search.project,
    case: search.case,
  };
}

export type LoadedFindings = InfiniteData<FindingsPage, number>;
