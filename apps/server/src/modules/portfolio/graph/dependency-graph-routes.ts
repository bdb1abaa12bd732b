import { componentOperations, dependencyGraphOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { serve } from '../../../platform/http/serve-operation.ts';
import { getDependencyPaths } from './get-dependency-paths.ts';
import { listComponentDependencies, listProjectDependencies } from './list-direct-dependencies.ts';

export function dependencyGraphRoutes(server: FastifyInstance, ctx: Context): void {
  serve(server, dependencyGraphOperations.listDirectDependenciesOfProject, async ({ params, principal }) => ({
    status: 200,
    body: await listProjectDependencies(ctx, principal, params.uuid),
  }));
  serve(
    server,
    dependencyGraphOperations.listDirectDependenciesOfComponent,
    async ({ params, principal }) => ({
      status: 200,
      body: await listComponentDependencies(ctx, principal, params.uuid),
    }),
  );
  serve(server, componentOperations.getDependencyPaths, async ({ params, principal }) => {
    const uuids = params.componentUuids.toLowerCase().split('|');
    return { status: 200, body: await getDependencyPaths(ctx, principal, params.projectUuid, uuids) };
  });
}
