import { diffOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { serve } from '../../../platform/http/serve-operation.ts';
import { diffProjects } from './diff-projects.ts';

export function diffRoutes(server: FastifyInstance, ctx: Context): void {
  serve(server, diffOperations.diffProjects, async ({ params, principal }) => ({
    status: 200,
    body: await diffProjects(ctx, principal, params),
  }));
}
