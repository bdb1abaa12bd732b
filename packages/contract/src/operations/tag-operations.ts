import Type, { type Static } from 'typebox';
import { anyOf, wholeOrPart } from '../access.ts';
import { operation } from '../operation.ts';
import { PrintableName, Uuid } from '../values.ts';

const tag = 'tag';
const mayView = anyOf('VIEW_PORTFOLIO');
const mayUpdate = wholeOrPart('PORTFOLIO_MANAGEMENT', 'UPDATE');

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
    summary: 'List tags and their usage',
    paged: true,
    responses: { 200: Type.Array(TagListItem) },
  }),
  createTags: operation({
    id: 'createTags',
    method: 'PUT',
    path: '/api/v1/tag',
    access: anyOf('TAG_MANAGEMENT'),
    tag,
    summary: 'Create tags',
    description: 'Names become lower-case. Existing tags are not changed.',
    body: TagNames,
    responses: { 201: null },
  }),
  deleteTags: operation({
    id: 'deleteTags',
    method: 'DELETE',
    path: '/api/v1/tag',
    access: anyOf('TAG_MANAGEMENT', 'TAG_MANAGEMENT_DELETE'),
    tag,
    summary: 'Delete tags, all or none',
    description: 'The problem document has a reason in `errors` for each tag that cannot be deleted.',
    body: TagNames,
    responses: { 204: null },
  }),
  listTaggedProjects: operation({
    id: 'listTaggedProjects',
    method: 'GET',
    path: '/api/v1/tag/{name}/project',
    access: mayView,
    tag,
    summary: 'List the projects with a tag',
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
    summary: 'Add a tag to projects',
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
    summary: 'Remove a tag from projects',
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
    summary: 'List the collection projects that aggregate by a tag',
    paged: true,
    params: NameParams,
    responses: { 200: Type.Array(TaggedProject) },
  }),
};
