import { findingOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { serve } from '../../../platform/http/serve-operation.ts';
import { assignVulnerability, removeVulnerability } from './assign-vulnerability.ts';

export function assignmentRoutes(server: FastifyInstance, ctx: Context): void {
  serve(server, findingOperations.assignVulnerability, async ({ params, principal }) => {
    await assignVulnerability(ctx, principal, params, params.component);
    return { status: 200 };
  });
  serve(server, findingOperations.assignVulnerabilityOfSource, async ({ params, principal }) => {
    await assignVulnerability(ctx, principal, params, params.component);
    return { status: 200 };
  });
  serve(server, findingOperations.removeVulnerability, async ({ params, principal }) => {
    await removeVulnerability(ctx, principal, params, params.component);
    return { status: 200 };
  });
  serve(server, findingOperations.removeVulnerabilityOfSource, async ({ params, principal }) => {
    await removeVulnerability(ctx, principal, params, params.component);
    return { status: 200 };
  });
}
