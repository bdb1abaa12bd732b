import type { Finding } from '@tallyman/contract';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { findingTotalsQuery } from './finding-groups-query.ts';
import { findingKey } from './finding-key.ts';
import { FINDINGS_KEY, findingsQuery, loadPage } from './findings-query.ts';
import type { FindingsSearch } from './findings-search.ts';
import { listLoadedFindings } from './list-loaded-findings.ts';

const NO_FINDINGS: readonly Finding[] = [];

/** The findings of a search that are loaded, and how many there are. In groups, rows are loaded by the grid. */
export function useFindingsList(search: FindingsSearch) {
  const isGrouped = search.group !== undefined;
  const query = useInfiniteQuery({
    ...findingsQuery(search),
    placeholderData: keepPreviousData,
    enabled: !isGrouped,
  });
  const totals = useQuery({ ...findingTotalsQuery(search), placeholderData: keepPreviousData });
  const pages = isGrouped ? undefined : query.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.rows) ?? NO_FINDINGS, [pages]);
  const counted = totals.data?.body;
  return {
    query,
    rows,
    totals: counted,
    total: pages?.[0]?.total ?? counted?.findings,
    isExact: pages?.[0]?.isExact ?? counted?.type === 'EXACT',
    isFetching: query.isFetching || (isGrouped && totals.isFetching),
  };
}

/** The open finding: a row of the list or, in groups, one that is loaded by itself. */
export function useOpenFinding(
  rows: readonly Finding[],
  { sel, group, project }: FindingsSearch,
): Finding | undefined {
  const queries = useQueryClient();
  const listed = useMemo(() => rows.find((row) => findingKey(row) === sel), [rows, sel]);
  const single = useQuery({
    queryKey: [FINDINGS_KEY, 'single', sel, project],
    queryFn: ({ signal }) => loadPage({ q: sel ?? '', suppressed: true, project }, 0, signal),
    placeholderData: () => ({
      rows: listLoadedFindings(queries, new Set([sel ?? ''])),
      total: 1,
      isExact: true,
    }),
    enabled: group !== undefined && sel !== undefined,
  });
  return group === undefined ? listed : single.data?.rows[0];
}
