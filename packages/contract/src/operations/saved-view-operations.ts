import Type, { type Static } from 'typebox';
import { AUTHENTICATED } from '../access.ts';
import { oneOf } from '../one-of.ts';
import { operation } from '../operation.ts';
import { pagingMembers, toListSchema } from '../paging-v2.ts';
import { Timestamp, Uuid, UuidParams } from '../values.ts';

const tag = 'saved-views (v2)';
const path = '/api/v2/saved-views';

const SAVED_VIEW_PAGES = ['findings'] as const;
export type SavedViewPage = (typeof SAVED_VIEW_PAGES)[number];

const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^(?!\\s*$)[^\\u0000-\\u001f\\u007f]*$',
  description: 'Unique among the views of its owner, regardless of case',
});
const Query = Type.String({
  maxLength: 2000,
  // The characters of a query in RFC 3986.
  pattern: "^[A-Za-z0-9._~!$&'()*+,;=:@/?%-]*$",
  description: 'Query of the address of the page, without the question mark',
  examples: ['sev=CRITICAL,HIGH&kev=true'],
});
const Shared = Type.Boolean({ description: 'Whether others who may open the page see the view' });

export const SavedView = Type.Object(
  {
    uuid: Uuid,
    name: Type.String(),
    page: oneOf(SAVED_VIEW_PAGES),
    query: Type.String(),
    shared: Shared,
    own: Type.Boolean({ description: 'Whether the caller is the owner' }),
    owner: Type.Optional(Type.String({ description: 'Name of the owner; absent if the user was deleted' })),
    may_update: Type.Boolean({ description: 'Whether the caller may change the view' }),
    may_delete: Type.Boolean({ description: 'Whether the caller may delete the view' }),
    created_at: Timestamp,
    updated_at: Type.Optional(Timestamp),
  },
  { title: 'SavedView' },
);
export type SavedView = Static<typeof SavedView>;

export const NewSavedView = Type.Object(
  { name: Name, page: oneOf(SAVED_VIEW_PAGES), query: Query, shared: Type.Optional(Shared) },
  { title: 'NewSavedView', additionalProperties: false },
);
export type NewSavedView = Static<typeof NewSavedView>;

export const SavedViewChange = Type.Object(
  { name: Type.Optional(Name), query: Type.Optional(Query), shared: Type.Optional(Shared) },
  { title: 'SavedViewChange', additionalProperties: false },
);
export type SavedViewChange = Static<typeof SavedViewChange>;

/** Views belong to users: API keys are refused with 401. */
export const savedViewOperations = {
  listSavedViews: operation({
    id: 'listSavedViews',
    method: 'GET',
    path,
    access: AUTHENTICATED,
    tag,
    summary: 'List the own views, and those that others share',
    description:
      'The own views come first, then by name. Shared views of a page are listed for users who may open it. ' +
      'A view has filters only: what a user sees through it depends on the access of that user. ' +
      'API keys have no views: 401.',
    query: Type.Object({
      page: Type.Optional(oneOf(SAVED_VIEW_PAGES)),
      limit: pagingMembers.limit,
      page_token: pagingMembers.page_token,
    }),
    responses: { 200: toListSchema(SavedView, 'SavedViewList') },
  }),
  createSavedView: operation({
    id: 'createSavedView',
    method: 'POST',
    path,
    access: AUTHENTICATED,
    tag,
    summary: 'Save a view',
    description:
      'Sharing needs the permission to open the page: 403. 409 if the user has a view of this name, or 100 views.',
    body: NewSavedView,
    responses: { 201: SavedView },
    problems: [409],
  }),
  updateSavedView: operation({
    id: 'updateSavedView',
    method: 'PATCH',
    path: `${path}/{uuid}`,
    access: AUTHENTICATED,
    tag,
    summary: 'Rename, share or replace a view',
    description:
      'Absent members stay. Shared views are also changed by users with PORTFOLIO_MANAGEMENT or ' +
      'PORTFOLIO_MANAGEMENT_UPDATE. A view whose owner was deleted stays shared: 409.',
    params: UuidParams,
    body: SavedViewChange,
    responses: { 200: SavedView },
    problems: [404, 409],
  }),
  deleteSavedView: operation({
    id: 'deleteSavedView',
    method: 'DELETE',
    path: `${path}/{uuid}`,
    access: AUTHENTICATED,
    tag,
    summary: 'Delete a view',
    description:
      'Shared views are also deleted by users with PORTFOLIO_MANAGEMENT or PORTFOLIO_MANAGEMENT_DELETE.',
    params: UuidParams,
    responses: { 204: null },
    problems: [404],
  }),
};
