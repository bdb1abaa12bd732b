import Type, { type Static } from 'typebox';

export const DEFAULT_PAGE_SIZE = 100;

/**
 * Paging, sorting and filtering of v1 lists. Several names exist for each notion because the clients in the
 * field use them all; a value that is no number falls back to the default instead of being refused.
 */
export const PagingQuery = Type.Object({
  offset: Type.Optional(Type.String({ description: 'Rows to skip; switches to offset mode' })),
  page: Type.Optional(Type.String({ description: 'Page, from 1; counts only together with a size' })),
  pageNumber: Type.Optional(Type.String({ description: 'Same as page' })),
  size: Type.Optional(Type.String({ description: 'Rows per page; default 100' })),
  pageSize: Type.Optional(Type.String({ description: 'Same as size' })),
  limit: Type.Optional(Type.String({ description: 'Same as size' })),
  filter: Type.Optional(Type.String({ description: 'Text to look for' })),
  searchText: Type.Optional(Type.String({ description: 'Same as filter' })),
  sort: Type.Optional(Type.String({ description: 'asc or desc' })),
  sortOrder: Type.Optional(Type.String({ description: 'Same as sort' })),
  orderBy: Type.Optional(Type.String({ description: 'Field to sort by' })),
  sortName: Type.Optional(Type.String({ description: 'Same as orderBy' })),
});
export type PagingQuery = Static<typeof PagingQuery>;
