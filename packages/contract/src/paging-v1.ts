import Type, { type Static } from 'typebox';

export const DEFAULT_PAGE_SIZE = 100;

/**
 * Paging, sorting and filtering of v1 lists. Existing clients use several names for the same parameter. A value that
 * is not a number falls back to the default.
 */
export const PagingQuery = Type.Object({
  offset: Type.Optional(Type.String({ description: 'Rows to skip; switches to offset mode' })),
  page: Type.Optional(Type.String({ description: 'Page, from 1; used only together with a size' })),
  pageNumber: Type.Optional(Type.String({ description: 'Same as page' })),
  size: Type.Optional(Type.String({ description: 'Rows per page; default 100' })),
  pageSize: Type.Optional(Type.String({ description: 'Same as size' })),
  limit: Type.Optional(Type.String({ description: 'Same as size' })),
  filter: Type.Optional(Type.String({ description: 'Text to search for' })),
  searchText: Type.Optional(Type.String({ description: 'Same as filter' })),
  sort: Type.Optional(Type.String({ description: 'asc or desc' })),
  sortOrder: Type.Optional(Type.String({ description: 'Same as sort' })),
  orderBy: Type.Optional(Type.String({ description: 'Field to sort by' })),
  sortName: Type.Optional(Type.String({ description: 'Same as orderBy' })),
});
export type PagingQuery = Static<typeof PagingQuery>;
