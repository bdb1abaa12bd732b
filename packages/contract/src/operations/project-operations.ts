import Type from 'typebox';
import { anyOf, wholeOrPart } from '../access.ts';
import { LARGE_BODY_BYTES, operation } from '../operation.ts';
import {
  ClassifierName,
  ConciseProject,
  NewProject,
  Project,
  ProjectListItem,
  ProjectPatch,
  ProjectReplacement,
} from '../projects.ts';
import { Flag, Uuid, UuidParams } from '../values.ts';

const tag = 'project';
const mayView = anyOf('VIEW_PORTFOLIO');
const mayCreate = wholeOrPart('PORTFOLIO_MANAGEMENT', 'CREATE');
const mayUpdate = wholeOrPart('PORTFOLIO_MANAGEMENT', 'UPDATE');
const mayDelete = wholeOrPart('PORTFOLIO_MANAGEMENT', 'DELETE');

const excludeInactive = { excludeInactive: Type.Optional(Flag) };
const onlyRoot = { onlyRoot: Type.Optional(Flag) };
const ListQuery = Type.Object({ ...excludeInactive, ...onlyRoot });
const ChildrenQuery = Type.Object(excludeInactive);
const TagParams = Type.Object({ tag: Type.String() });
const ClassifierParams = Type.Object({ classifier: ClassifierName });

const conciseFilters = {
  name: Type.Optional(Type.String()),
  version: Type.Optional(Type.String()),
  classifier: Type.Optional(ClassifierName),
  tag: Type.Optional(Type.String()),
  team: Type.Optional(Type.String({ description: 'Name of a team the project is mapped to' })),
  active: Type.Optional(Flag),
  includeMetrics: Type.Optional(Flag),
};

/** A list of projects: paged, limited to what the caller may see. */
function projectList<const Id extends string, const Path extends string>(
  id: Id,
  path: Path,
  summary: string,
) {
  return {
    id,
    method: 'GET',
    path,
    access: mayView,
    tag,
    summary,
    paged: true,
    responses: { 200: Type.Array(ProjectListItem) },
  } as const;
}

export const projectOperations = {
  listProjects: operation({
    ...projectList('listProjects', '/api/v1/project', 'List projects'),
    query: Type.Object({
      name: Type.Optional(Type.String({ description: 'The exact name' })),
      ...excludeInactive,
      ...onlyRoot,
      notAssignedToTeamWithUuid: Type.Optional(Uuid),
    }),
    problems: [404],
  }),
  listProjectsByTag: operation({
    ...projectList('listProjectsByTag', '/api/v1/project/tag/{tag}', 'List projects with a tag'),
    params: TagParams,
    query: ListQuery,
  }),
  listProjectsByClassifier: operation({
    ...projectList(
      'listProjectsByClassifier',
      '/api/v1/project/classifier/{classifier}',
      'List projects with a classifier',
    ),
    params: ClassifierParams,
    query: ListQuery,
  }),
  listChildProjects: operation({
    ...projectList('listChildProjects', '/api/v1/project/{uuid}/children', 'List the children of a project'),
    params: UuidParams,
    query: ChildrenQuery,
    problems: [404],
  }),
  listChildProjectsByClassifier: operation({
    ...projectList(
      'listChildProjectsByClassifier',
      '/api/v1/project/{uuid}/children/classifier/{classifier}',
      'List the children with a classifier',
    ),
    params: Type.Object({ uuid: Uuid, classifier: ClassifierName }),
    query: ChildrenQuery,
    problems: [404],
  }),
  listChildProjectsByTag: operation({
    ...projectList(
      'listChildProjectsByTag',
      '/api/v1/project/{uuid}/children/tag/{tag}',
      'List the children with a tag',
    ),
    params: Type.Object({ uuid: Uuid, tag: Type.String() }),
    query: ChildrenQuery,
    problems: [404],
  }),
  listProjectsWithoutDescendantsOf: operation({
    ...projectList(
      'listProjectsWithoutDescendantsOf',
      '/api/v1/project/withoutDescendantsOf/{uuid}',
      'List the projects that can become the parent of a project',
    ),
    params: UuidParams,
    query: Type.Object({
      name: Type.Optional(Type.String({ description: 'Part of the name' })),
      ...excludeInactive,
    }),
    problems: [404],
  }),
  listConciseProjects: operation({
    ...projectList('listConciseProjects', '/api/v1/project/concise', 'List projects, concise'),
    query: Type.Object({ ...conciseFilters, ...onlyRoot }),
    responses: { 200: Type.Array(ConciseProject) },
  }),
  listConciseChildProjects: operation({
    ...projectList(
      'listConciseChildProjects',
      '/api/v1/project/concise/{uuid}/children',
      'List the children of a project, concise',
    ),
    params: UuidParams,
    query: Type.Object(conciseFilters),
    responses: { 200: Type.Array(ConciseProject) },
  }),
  getProject: operation({
    id: 'getProject',
    method: 'GET',
    path: '/api/v1/project/{uuid}',
    access: mayView,
    tag,
    summary: 'Get a project with its parent, children and versions',
    params: UuidParams,
    responses: { 200: Project },
    problems: [404],
  }),
  getLatestProject: operation({
    id: 'getLatestProject',
    method: 'GET',
    path: '/api/v1/project/latest/{name}',
    access: mayView,
    tag,
    summary: 'Get the latest project of a name',
    params: Type.Object({ name: Type.String() }),
    responses: { 200: Project },
    problems: [404],
  }),
  lookupProject: operation({
    id: 'lookupProject',
    method: 'GET',
    path: '/api/v1/project/lookup',
    access: mayView,
    tag,
    summary: 'Get a project by name and version',
    query: Type.Object({
      name: Type.String(),
      version: Type.Optional(Type.String({ description: 'Absent: the project without a version' })),
    }),
    responses: { 200: Project },
    problems: [404],
  }),
  createProject: operation({
    id: 'createProject',
    method: 'PUT',
    path: '/api/v1/project',
    access: mayCreate,
    tag,
    summary: 'Create a project',
    body: NewProject,
    bodyBytes: LARGE_BODY_BYTES,
    responses: { 201: Project },
    problems: [404, 409],
  }),
  updateProject: operation({
    id: 'updateProject',
    method: 'POST',
    path: '/api/v1/project',
    access: mayUpdate,
    tag,
    summary: 'Replace a project',
    description:
      'Every member is replaced. An absent parent detaches the project, unless the caller may not see that ' +
      'parent. Absent tags remove all tags.',
    body: ProjectReplacement,
    bodyBytes: LARGE_BODY_BYTES,
    responses: { 200: Project },
    problems: [404, 409],
  }),
  patchProject: operation({
    id: 'patchProject',
    method: 'PATCH',
    path: '/api/v1/project/{uuid}',
    access: mayUpdate,
    tag,
    summary: 'Change some members of a project',
    description: 'Absent members are not changed. 304 if nothing changes.',
    params: UuidParams,
    body: ProjectPatch,
    bodyBytes: LARGE_BODY_BYTES,
    responses: { 200: Project, 304: null },
    problems: [404, 409],
  }),
  deleteProject: operation({
    id: 'deleteProject',
    method: 'DELETE',
    path: '/api/v1/project/{uuid}',
    access: mayDelete,
    tag,
    summary: 'Delete a project and its descendants',
    params: UuidParams,
    responses: { 204: null },
    problems: [404],
  }),
  batchDeleteProjects: operation({
    id: 'batchDeleteProjects',
    method: 'POST',
    path: '/api/v1/project/batchDelete',
    access: mayDelete,
    tag,
    summary: 'Delete several projects and their descendants',
    description: 'Projects that do not exist or that the caller may not see are skipped.',
    body: Type.Array(Uuid, { minItems: 1, maxItems: 1000 }),
    responses: { 204: null },
  }),
};
