import Type, { type Static } from 'typebox';
import { wholeOrPart } from '../access.ts';
import { oneOf } from '../one-of.ts';
import { operation } from '../operation.ts';
import { optional } from '../optional.ts';
import { PrintableName, Uuid, UuidParams } from '../values.ts';

const tag = 'project';
const mayCreate = wholeOrPart('PORTFOLIO_MANAGEMENT', 'CREATE');

export const CLONE_INCLUDES = [
  'ACL',
  'COMPONENTS',
  'FINDINGS',
  'FINDINGS_AUDIT_HISTORY',
  'POLICY_VIOLATIONS',
  'POLICY_VIOLATIONS_AUDIT_HISTORY',
  'PROPERTIES',
  'SERVICES',
  'TAGS',
] as const;
export type CloneInclude = (typeof CLONE_INCLUDES)[number];

const IncludeName = oneOf(CLONE_INCLUDES);

const flag = (description: string) => optional(Type.Boolean({ description }));

export const CloneRequest = Type.Object(
  {
    project: Uuid,
    version: PrintableName,
    includeTags: flag('Default false, like all of these'),
    includeProperties: flag('Properties of the project'),
    includeDependencies: flag('Older name of includeComponents'),
    includeComponents: flag('Components and their dependency graph'),
    includeServices: flag('Services'),
    includeAuditHistory: flag('Decisions on findings and their history'),
    includeACL: flag('Teams with access'),
    includePolicyViolations: flag('Policy violations'),
    makeCloneLatest: flag('Makes the clone the latest version'),
  },
  { title: 'CloneRequest' },
);
export type CloneRequest = Static<typeof CloneRequest>;

const CloneProjectRequest = Type.Object(
  {
    version: PrintableName,
    version_is_latest: flag('Makes the clone the latest version; default false'),
    includes: optional(
      Type.Array(IncludeName, {
        description:
          'What is copied in addition to the project itself. FINDINGS needs COMPONENTS; histories need the records they belong to.',
      }),
    ),
  },
  { title: 'CloneProjectRequest' },
);

export const cloneOperations = {
  cloneProjectV1: operation({
    id: 'cloneProjectV1',
    method: 'PUT',
    path: '/api/v1/project/clone',
    access: mayCreate,
    tag,
    summary: 'Clone a project as a new version',
    description:
      'Use POST /api/v2/projects/{uuid}/clone instead. The clone is complete when the response arrives.',
    deprecated: true,
    body: CloneRequest,
    responses: { 202: Type.Object({ token: Uuid }) },
    problems: [404, 409],
  }),
  cloneProject: operation({
    id: 'cloneProject',
    method: 'POST',
    path: '/api/v2/projects/{uuid}/clone',
    access: mayCreate,
    tag,
    summary: 'Clone a project as a new version',
    description: 'Returns the UUID of the clone, and its address in the header Location.',
    params: UuidParams,
    body: CloneProjectRequest,
    responses: { 201: Type.Object({ uuid: Uuid }) },
    problems: [404, 409],
  }),
};
