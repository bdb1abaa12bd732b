import { findingOperations } from '@tallyman/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/api-query.ts';
import { formatCount } from '../../ui/format-number.ts';
import type { FindingsSearch } from './findings-search.ts';

/** The first part of the keys of all counts: decisions change them. */
export const COUNT_KEY = 'countFindings';

export interface FindingCount {
  readonly count: number;
  /** False if the service stopped counting: there are at least `count`. */
  readonly isExact: boolean;
}

/** How many findings the list of a search has. A project is counted even if it is inactive. */
export function findingCountQuery({ sort: _sort, desc: _desc, sel: _sel, ...search }: FindingsSearch) {
  return queryOptions({
    queryKey: [COUNT_KEY, search],
    queryFn: async ({ signal }): Promise<FindingCount> => {
      const { total, headers } = await call(findingOperations.listFindings, {
        query: {
          severity: search.sev?.join(','),
          analysisStatus: search.state?.join(','),
          isKev: search.kev,
          showSuppressed: search.suppressed,
          project: search.project,
          showInactive: search.project !== undefined,
          limit: 1,
          totalCount: 'BOUNDED',
        },
        signal,
      });
      return { count: total ?? 0, isExact: headers['x-total-count-type'] !== 'AT_LEAST' };
    },
  });
}

/** “…” until it is loaded, “10,000+” if the service stopped counting. */
export function formatFindingCount(count: FindingCount | undefined): string {
  if (!count) return '…';
  return `${formatCount(count.count)}${count.isExact ? '' : '+'}`;
}
