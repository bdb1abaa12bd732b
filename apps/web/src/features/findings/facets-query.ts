import { type FindingFacets, findingOperations } from '@tallyman/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/api-query.ts';
import { toFilterQuery } from './findings-query.ts';
import type { FindingsSearch } from './findings-search.ts';

/** How many findings each choice of a filter would show. */
export function facetsQuery(search: FindingsSearch) {
  return apiQuery(findingOperations.getFindingFacets, { query: toFilterQuery(search) });
}

/** Undefined until they are known. */
export function useFacets(search: FindingsSearch): FindingFacets | undefined {
  return useQuery({ ...facetsQuery(search), placeholderData: keepPreviousData }).data?.body;
}

/** Facets that cost more to count, so they are loaded when a menu opens. */
export function useFurtherFacets(
  search: FindingsSearch,
  facets: 'project,tag' | 'fix',
  isWanted: boolean,
): FindingFacets | undefined {
  return useQuery({
    ...apiQuery(findingOperations.getFindingFacets, {
      query: { ...toFilterQuery(search), facets },
    }),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  }).data?.body;
}

export function countsOf<T extends string>(
  facet: readonly { readonly value: T; readonly count: number }[] | undefined,
): (value: T) => number | undefined {
  return (value) => facet?.find((one) => one.value === value)?.count;
}
