import Type from 'typebox';
import { anyOf } from '../access.ts';
import { DirectDependency } from '../components.ts';
import { operation } from '../operation.ts';
import { UuidParams } from '../values.ts';

const tag = 'dependencyGraph';
const mayView = anyOf('VIEW_PORTFOLIO');

export const dependencyGraphOperations = {
  listDirectDependenciesOfProject: operation({
    id: 'listDirectDependenciesOfProject',
    method: 'GET',
    path: '/api/v1/dependencyGraph/project/{uuid}/directDependencies',
    access: mayView,
    tag,
    summary: 'List the direct dependencies of a project',
    params: UuidParams,
    responses: { 200: Type.Array(DirectDependency) },
    problems: [404],
  }),
  listDirectDependenciesOfComponent: operation({
    id: 'listDirectDependenciesOfComponent',
    method: 'GET',
    path: '/api/v1/dependencyGraph/component/{uuid}/directDependencies',
    access: mayView,
    tag,
    summary: 'List the direct dependencies of a component',
    params: UuidParams,
    responses: { 200: Type.Array(DirectDependency) },
    problems: [404],
  }),
};
