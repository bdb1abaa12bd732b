import Type, { type Static } from 'typebox';
import { anyOf } from '../access.ts';
import { oneOf } from '../one-of.ts';
import { operation } from '../operation.ts';
import { Uuid } from '../values.ts';

const DiffProject = Type.Object({
  uuid: Uuid,
  name: Type.String(),
  version: Type.Optional(Type.String()),
});

const DiffComponent = Type.Object(
  {
    uuid: Uuid,
    group: Type.Optional(Type.String()),
    name: Type.String(),
    version: Type.Optional(Type.String()),
    purl: Type.Optional(Type.String()),
  },
  { title: 'DiffComponent' },
);
export type DiffComponent = Static<typeof DiffComponent>;

const DIFF_DIRECTIONS = ['UPGRADE', 'DOWNGRADE', 'EQUIVALENT'] as const;
export type DiffDirection = (typeof DIFF_DIRECTIONS)[number];

const ChangedComponent = Type.Object(
  {
    direction: oneOf(DIFF_DIRECTIONS, {
      description:
        'By the version order of the ecosystem; EQUIVALENT: different spellings of the same version',
    }),
    from: DiffComponent,
    to: DiffComponent,
  },
  { title: 'ChangedComponent' },
);
export type ChangedComponent = Static<typeof ChangedComponent>;

export const ProjectDiff = Type.Object(
  {
    from: DiffProject,
    to: DiffProject,
    added: Type.Array(DiffComponent, { description: 'Only in the second project' }),
    removed: Type.Array(DiffComponent, { description: 'Only in the first project' }),
    changed: Type.Array(ChangedComponent, { description: 'In both, with different versions' }),
    unchanged: Type.Integer({ description: 'Number of components that are in both with the same version' }),
  },
  { title: 'ProjectDiff' },
);
export type ProjectDiff = Static<typeof ProjectDiff>;

export const diffOperations = {
  diffProjects: operation({
    id: 'diffProjects',
    method: 'GET',
    path: '/api/v1/project/{from}/diff/{to}',
    access: anyOf('VIEW_PORTFOLIO'),
    tag: 'project',
    summary: 'Compare the components of two projects or versions',
    description:
      'Components are the same package if their package URLs have the same type, namespace and name; without a ' +
      'package URL, if they have the same group and name. A package counts once per version. Of a package with ' +
      'several versions, those with the longest common prefix are paired.',
    params: Type.Object({ from: Uuid, to: Uuid }),
    responses: { 200: ProjectDiff },
    problems: [404],
  }),
};
