import Type from 'typebox';
import { anyOf, wholeOrPart } from '../access.ts';
import { CreateComponentRequest } from '../components.ts';
import { ComponentList, HASH_TYPES, type HashType, ProjectComponentList } from '../components-v2.ts';
import { LARGE_BODY_BYTES, operation } from '../operation.ts';
import { pagingMembers } from '../paging-v2.ts';
import { Flag, Timestamp, UuidParams } from '../values.ts';

const tag = 'components (v2)';
const mayView = anyOf('VIEW_PORTFOLIO');

const expand = Type.Optional(Type.Array(Type.String(), { description: 'Members to add; may be repeated' }));

export const componentV2Operations = {
  createComponentV2: operation({
    id: 'createComponentV2',
    method: 'POST',
    path: '/api/v2/components',
    access: wholeOrPart('PORTFOLIO_MANAGEMENT', 'UPDATE'),
    tag,
    summary: 'Add a component to a project',
    description: 'The header Location has the address of the component.',
    body: CreateComponentRequest,
    bodyBytes: LARGE_BODY_BYTES,
    responses: { 201: null },
    problems: [404, 409],
  }),
  listComponentsV2: operation({
    id: 'listComponentsV2',
    method: 'GET',
    path: '/api/v2/components',
    access: mayView,
    tag,
    summary: 'List components of all projects',
    description:
      'Text is case-insensitive. Sortable: name, group, last_inherited_risk_score. Beyond 10,000 the total is AT_LEAST.',
    query: Type.Object({
      group_contains: Type.Optional(Type.String()),
      name_contains: Type.Optional(Type.String()),
      version_contains: Type.Optional(Type.String()),
      purl_prefix: Type.Optional(Type.String({ description: 'At least pkg:type/name' })),
      cpe: Type.Optional(Type.String()),
      swid_tag_id_contains: Type.Optional(Type.String()),
      hash_type: Type.Optional(Type.Unsafe<HashType>({ type: 'string', enum: Object.keys(HASH_TYPES) })),
      hash: Type.Optional(Type.String({ description: 'Needs hash_type' })),
      license: Type.Optional(
        Type.String({ description: 'Id of a licence, also if a licence expression names it' }),
      ),
      package_artifact_published_since: Type.Optional(Timestamp),
      package_artifact_published_before: Type.Optional(Timestamp),
      project_state: Type.Optional(
        Type.Unsafe<'ACTIVE' | 'INACTIVE'>({ type: 'string', enum: ['ACTIVE', 'INACTIVE'] }),
      ),
      project_latest_version: Type.Optional(Type.Boolean()),
      expand,
      ...pagingMembers,
    }),
    responses: { 200: ComponentList },
  }),
  listProjectComponentsV2: operation({
    id: 'listProjectComponentsV2',
    method: 'GET',
    path: '/api/v2/projects/{uuid}/components',
    access: mayView,
    tag,
    summary: 'List the components of a project',
    description: 'Sortable: name, group, last_inherited_risk_score, package_artifact_metadata.published_at.',
    params: UuidParams,
    query: Type.Object({
      only_outdated: Type.Optional(Flag),
      only_direct: Type.Optional(Flag),
      q: Type.Optional(Type.String({ description: 'Part of the name or the group' })),
      expand,
      ...pagingMembers,
    }),
    responses: { 200: ProjectComponentList },
    problems: [404],
  }),
};
