import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

/** An offset, or the token of the next page. */
export type Cursor = number | string | undefined;

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** False if the service stopped counting: there are at least `total` rows. */
  readonly isExact: boolean;
  /** Absent on the last page. */
  readonly next: Cursor;
}

export type LoadPage<Row> = (cursor: Cursor, signal: AbortSignal) => Promise<ListPage<Row>>;

export interface LoadedList<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly isExact: boolean;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
}

/** Loads a list page by page. The first part of the key is the id of the operation. */
export function useList<Row>(key: readonly unknown[], load: LoadPage<Row>): LoadedList<Row> {
  const query = useInfiniteQuery({ ...listQuery(key, load), placeholderData: keepPreviousData });
  const { fetchNextPage, refetch } = query;
  const pages = query.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.rows) ?? [], [pages]);
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const retry = useCallback(() => void refetch(), [refetch]);
  return {
    rows,
    total: pages?.[0]?.total ?? 0,
    isExact: pages?.[0]?.isExact ?? true,
    isPending: query.isPending,
    isFetching: query.isFetching,
    error: query.error,
    retry,
    hasMore: query.hasNextPage,
    loadMore,
  };
}

function listQuery<Row>(key: readonly unknown[], load: LoadPage<Row>) {
  return infiniteQueryOptions<
    ListPage<Row>,
    Error,
    InfiniteData<ListPage<Row>, Cursor>,
    readonly unknown[],
    Cursor
  >({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next,
  });
}

interface V1Answer<Row> {
  readonly body: readonly Row[];
  readonly total: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** A page of a list that is paged by offset. */
export function toOffsetPage<Row>(answer: V1Answer<Row>, offset: number, size: number): ListPage<Row> {
  const { body, total, headers } = answer;
  return {
    rows: body,
    total: total ?? body.length,
    isExact: headers['x-total-count-type'] !== 'AT_LEAST',
    next: body.length < size ? undefined : offset + size,
  };
}

interface V2Answer<Row> {
  readonly body: {
    readonly items: readonly Row[];
    readonly next_page_token?: string;
    readonly total: { readonly count: number; readonly type: string };
  };
}

/** A page of a list that is paged by token. */
export function toTokenPage<Row>({ body }: V2Answer<Row>): ListPage<Row> {
  return {
    rows: body.items,
    total: body.total.count,
    isExact: body.total.type === 'EXACT',
    next: body.next_page_token,
  };
}
