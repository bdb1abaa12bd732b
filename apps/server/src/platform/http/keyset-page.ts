import type { PagingV2Query, Total } from '@tallyman/contract';
import { AppError } from '../errors.ts';
import { fromPageToken, type Position, toPageToken } from './page-token.ts';

/** The requested part of a v2 list. */
export interface KeysetPage<Column extends string> {
  readonly limit: number;
  readonly column: Column;
  readonly descending: boolean;
  readonly after: Position | undefined;
  readonly scope: string;
}

interface Sorting<Column extends string> {
  readonly fields: Readonly<Record<string, Column>>;
  readonly unsorted: Column;
}

const DEFAULT_LIMIT = 100;

/** A page token is valid for one `list` with the same filters and sorting. */
export function toKeysetPage<Column extends string>(
  list: string,
  query: PagingV2Query,
  { fields, unsorted }: Sorting<Column>,
): KeysetPage<Column> {
  const { limit = DEFAULT_LIMIT, page_token, ...filters } = query;
  const scope = `${list} ${JSON.stringify(filters)}`;
  return {
    limit,
    column: query.sort_by === undefined ? unsorted : getColumn(fields, query.sort_by),
    descending: query.sort_direction === 'DESC',
    after: page_token === undefined ? undefined : fromPageToken(scope, page_token),
    scope,
  };
}

function getColumn<Column extends string>(fields: Readonly<Record<string, Column>>, name: string): Column {
  const column = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (column !== undefined) return column;
  throw new AppError('invalid', `Sorting by field '${name}' is not supported`, {
    type: '/problems/invalid-sort-field',
    title: 'Invalid sort field',
    members: { invalid_field: name, supported_fields: Object.keys(fields) },
  });
}

/** Rows of a store: one more than the limit if there is a next page. */
export interface KeysetRows<Row> {
  readonly rows: readonly Row[];
  readonly total: Total;
}

interface ListBody<Item> {
  readonly items: Item[];
  readonly next_page_token?: string;
  readonly total: Total;
}

export function presentPage<Row, Item>(
  page: KeysetPage<string>,
  { rows, total }: KeysetRows<Row>,
  present: (row: Row) => Item,
  positionOf: (row: Row) => Position,
): ListBody<Item> {
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    items: shown.map(present),
    ...(last !== undefined && rows.length > page.limit
      ? { next_page_token: toPageToken(page.scope, positionOf(last)) }
      : {}),
    total,
  };
}
