import { type DirectDependency, dependencyGraphOperations } from '@tallyman/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/api-query.ts';

export function hasDependencies({ directDependencies }: DirectDependency): boolean {
  return directDependencies !== undefined && directDependencies !== '' && directDependencies !== '[]';
}

/** The direct dependencies of a component. */
export function dependenciesQuery(uuid: string) {
  const operation = dependencyGraphOperations.listDirectDependenciesOfComponent;
  return queryOptions<readonly DirectDependency[]>({
    queryKey: [operation.id, uuid],
    queryFn: async ({ signal }) => (await call(operation, { params: { uuid }, signal })).body,
    staleTime: 300_000,
  });
}
