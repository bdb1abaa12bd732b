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

export const DIFF_DIRECTIONS = ['UPGRADE', 'DOWNGRADE', 'EQUIVALENT'] as const;
export type DiffDirection = (typeof DIFF_DIRECTIONS)[number];

const ChangedComponent = Type.Object(
  {
    direction: oneOf(DIFF_DIRECTIONS, {
      description: 'By the version order of the ecosystem; EQUIVALENT are different spellings of one version',
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
    added: Type.Array(DiffComponent, { description: 'In the second project only' }),
    removed: Type.Array(DiffComponent, { description: 'In the first project only' }),
    changed: Type.Array(ChangedComponent, { description: 'In both, in another version' }),
    unchanged: Type.Integer({ description: 'How many are in both in the same version' }),
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
    summary: 'What components another project, or another version, has more, less, or in another version',
    description:
      'Components are the same package when their package URLs agree in type, namespace and name; without a ' +
      'package URL, when group and name agree. A package counts once for each of its versions. Of a package with ' +
      'several versions those are paired that agree in most leading parts.',
    params: Type.Object({ from: Uuid, to: Uuid }),
    responses: { 200: ProjectDiff },
    problems: [404],
  }),
};
