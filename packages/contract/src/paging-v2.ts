import Type, { type Static, type TSchema } from 'typebox';
import { oneOf } from './one-of.ts';

const SORT_DIRECTIONS = ['ASC', 'DESC'] as const;

/** Paging and sorting of v2 lists. */
export const pagingMembers = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
  page_token: Type.Optional(
    Type.String({ maxLength: 8192, description: 'The next_page_token of the previous page' }),
  ),
  sort_by: Type.Optional(Type.String({ maxLength: 255 })),
  sort_direction: Type.Optional(oneOf(SORT_DIRECTIONS)),
};

export const PagingV2Query = Type.Object(pagingMembers);
export type PagingV2Query = Static<typeof PagingV2Query>;

const Total = Type.Object(
  {
    count: Type.Integer(),
    type: Type.Unsafe<'EXACT' | 'AT_LEAST'>({ type: 'string', enum: ['EXACT', 'AT_LEAST'] }),
  },
  { title: 'Total' },
);
export type Total = Static<typeof Total>;

export function toListSchema<S extends TSchema>(item: S, title: string) {
  return Type.Object(
    {
      items: Type.Array(item),
      next_page_token: Type.Optional(Type.String({ description: 'Absent on the last page' })),
      total: Total,
    },
    { title },
  );
}
