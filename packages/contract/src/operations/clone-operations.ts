import Type, { type Static } from 'typebox';
import { mayManage } from '../access.ts';
import { oneOf } from '../one-of.ts';
import { operation } from '../operation.ts';
import { optional } from '../optional.ts';
import { PrintableName, Uuid, UuidParams } from '../values.ts';

const tag = 'project';
const mayCreate = mayManage('PORTFOLIO_MANAGEMENT', 'CREATE');

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
    includeTags: flag('Default false, as all of these'),
    includeProperties: flag('Properties of the project'),
    includeDependencies: flag('Older name of includeComponents'),
    includeComponents: flag('Components and what depends on what among all that is copied'),
    includeServices: flag('Services'),
    includeAuditHistory: flag('Decisions on findings and their history'),
    includeACL: flag('Which teams have access'),
    includePolicyViolations: flag('Policy violations'),
    makeCloneLatest: flag('Makes the clone the latest version of its name'),
  },
  { title: 'CloneRequest' },
);
export type CloneRequest = Static<typeof CloneRequest>;

export const CloneProjectRequest = Type.Object(
  {
    version: PrintableName,
    version_is_latest: flag('Makes the clone the latest version of its name; default false'),
    includes: optional(
      Type.Array(IncludeName, {
        description:
          'Copied beside the project itself. Findings need COMPONENTS, histories what they tell of.',
      }),
    ),
  },
  { title: 'CloneProjectRequest' },
);
export type CloneProjectRequest = Static<typeof CloneProjectRequest>;

export const cloneOperations = {
  cloneProjectV1: operation({
    id: 'cloneProjectV1',
    method: 'PUT',
    path: '/api/v1/project/clone',
    access: mayCreate,
    tag,
    summary: 'Makes a new version of a project out of an existing one',
    description: 'Replaced by POST /api/v2/projects/{uuid}/clone. The clone is there when the answer is.',
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
    summary: 'Makes a new version of a project out of an existing one',
    description: 'Answers with the UUID of the clone, and with its address in the header Location.',
    params: UuidParams,
    body: CloneProjectRequest,
    responses: { 201: Type.Object({ uuid: Uuid }) },
    problems: [404, 409],
  }),
};
