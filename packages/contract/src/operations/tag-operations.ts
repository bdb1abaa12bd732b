import Type, { type Static } from 'typebox';
import { anyOf, mayManage } from '../access.ts';
import { operation } from '../operation.ts';
import { PrintableName, Uuid } from '../values.ts';

const tag = 'tag';
const mayView = anyOf('VIEW_PORTFOLIO');
const mayUpdate = mayManage('PORTFOLIO_MANAGEMENT', 'UPDATE');

export const TagListItem = Type.Object(
  {
    name: Type.String(),
    projectCount: Type.Integer(),
    collectionProjectCount: Type.Integer(),
    policyCount: Type.Integer(),
    notificationRuleCount: Type.Integer(),
    vulnerabilityCount: Type.Integer(),
  },
  { title: 'TagListItem' },
);
export type TagListItem = Static<typeof TagListItem>;

export const TaggedProject = Type.Object(
  { uuid: Uuid, name: Type.String(), version: Type.Optional(Type.String()) },
  { title: 'TaggedProject' },
);
export type TaggedProject = Static<typeof TaggedProject>;

const TagNames = Type.Array(PrintableName, { minItems: 1, maxItems: 100 });
const ProjectUuids = Type.Array(Uuid, { minItems: 1, maxItems: 100 });
const NameParams = Type.Object({ name: Type.String() });

export const tagOperations = {
  listTags: operation({
    id: 'listTags',
    method: 'GET',
    path: '/api/v1/tag',
    access: mayView,
    tag,
    summary: 'Lists tags and how much they are used',
    paged: true,
    responses: { 200: Type.Array(TagListItem) },
  }),
  createTags: operation({
    id: 'createTags',
    method: 'PUT',
    path: '/api/v1/tag',
    access: anyOf('TAG_MANAGEMENT'),
    tag,
    summary: 'Creates tags',
    description: 'Names become lower-case; tags that exist are left as they are.',
    body: TagNames,
    responses: { 201: null },
  }),
  deleteTags: operation({
    id: 'deleteTags',
    method: 'DELETE',
    path: '/api/v1/tag',
    access: anyOf('TAG_MANAGEMENT', 'TAG_MANAGEMENT_DELETE'),
    tag,
    summary: 'Deletes tags, all of them or none',
    description: 'The problem names for each tag that cannot be deleted the reason, in `errors`.',
    body: TagNames,
    responses: { 204: null },
  }),
  listTaggedProjects: operation({
    id: 'listTaggedProjects',
    method: 'GET',
    path: '/api/v1/tag/{name}/project',
    access: mayView,
    tag,
    summary: 'Lists the projects that carry a tag',
    paged: true,
    params: NameParams,
    responses: { 200: Type.Array(TaggedProject) },
  }),
  tagProjects: operation({
    id: 'tagProjects',
    method: 'POST',
    path: '/api/v1/tag/{name}/project',
    access: mayUpdate,
    tag,
    summary: 'Gives projects a tag',
    description: 'Projects that do not exist or that the caller may not see are skipped.',
    params: NameParams,
    body: ProjectUuids,
    responses: { 204: null },
    problems: [404],
  }),
  untagProjects: operation({
    id: 'untagProjects',
    method: 'DELETE',
    path: '/api/v1/tag/{name}/project',
    access: mayUpdate,
    tag,
    summary: 'Takes a tag away from projects',
    description: 'Projects that do not exist or that the caller may not see are skipped.',
    params: NameParams,
    body: ProjectUuids,
    responses: { 204: null },
    problems: [404],
  }),
  listCollectionProjectsOfTag: operation({
    id: 'listCollectionProjectsOfTag',
    method: 'GET',
    path: '/api/v1/tag/{name}/collectionProject',
    access: mayView,
    tag,
    summary: 'Lists the collection projects that collect by a tag',
    paged: true,
    params: NameParams,
    responses: { 200: Type.Array(TaggedProject) },
  }),
};
