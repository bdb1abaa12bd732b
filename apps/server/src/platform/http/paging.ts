import { DEFAULT_PAGE_SIZE, type PagingQuery } from '@tallyman/contract';
import { AppError } from '../errors.ts';

/** The requested part of a list. */
export interface Page {
  readonly offset: number;
  /** Null means all rows: a size of 0 or less in offset mode disables paging. */
  readonly limit: number | null;
  readonly search: string | undefined;
  readonly sortBy: string | undefined;
  readonly descending: boolean | undefined;
}

export interface Paged<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** Larger offsets would overflow the integer of the database. */
const MAX_COUNT = 2 ** 31 - 1;

export function toPage(query: PagingQuery): Page {
  const direction = (query.sort ?? query.sortOrder)?.toLowerCase();
  return {
    ...toWindow(query),
    search: query.filter?.trim() || query.searchText?.trim() || undefined,
    sortBy: toSortField(query.orderBy ?? query.sortName),
    descending: direction === 'desc' ? true : direction === 'asc' ? false : undefined,
  };
}

/** A page needs a size; an offset alone is enough. Anything else returns the first 100 rows. */
function toWindow(query: PagingQuery): Pick<Page, 'offset' | 'limit'> {
  const size = toCount(query.size ?? query.pageSize ?? query.limit);
  if (query.offset?.trim()) {
    const limit = size ?? DEFAULT_PAGE_SIZE;
    return { offset: Math.max(toCount(query.offset) ?? 0, 0), limit: limit > 0 ? limit : null };
  }
  const page = toCount(query.page ?? query.pageNumber);
  if (page === undefined || size === undefined || size <= 0) return { offset: 0, limit: DEFAULT_PAGE_SIZE };
  return { offset: Math.min((Math.max(page, 1) - 1) * size, MAX_COUNT), limit: size };
}

function toCount(text: string | undefined): number | undefined {
  if (text === undefined || !/^\s*-?\d+\s*$/.test(text)) return undefined;
  return Math.min(Number(text), MAX_COUNT);
}

function toSortField(name: string | undefined): string | undefined {
  return name && /^[a-zA-Z0-9_.\-+]+$/.test(name) ? name : undefined;
}

/** The column to sort by. Throws for an unknown field and lists the known ones. */
export function sortColumn<C extends string>(
  page: Page,
  columns: Readonly<Record<string, C>>,
): C | undefined {
  if (page.sortBy === undefined) return undefined;
  if (Object.hasOwn(columns, page.sortBy)) return columns[page.sortBy];
  throw new AppError('invalid', `Sorting by field '${page.sortBy}' is not supported`, {
    type: '/problems/invalid-sort-field',
    title: 'Invalid sort field',
    members: { invalidField: page.sortBy, supportedFields: Object.keys(columns) },
  });
}

/** Headers with the total number of rows and the link to the next page. */
export function pageHeaders(url: string, page: Page, total: number): Record<string, string> {
  const headers: Record<string, string> = { 'X-Total-Count': String(total) };
  if (page.limit !== null && page.offset + page.limit < total) {
    headers.Link = `<${nextUrl(url, page.offset + page.limit, page.limit)}>; rel="next"`;
  }
  return headers;
}

function nextUrl(url: string, offset: number, limit: number): string {
  const [path = '', query = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  for (const name of ['page', 'pageNumber', 'size', 'pageSize']) parameters.delete(name);
  parameters.set('offset', String(offset));
  parameters.set('limit', String(limit));
  return `${path}?${parameters}`;
}
