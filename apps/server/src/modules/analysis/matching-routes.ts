import { matchingOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import { explainFinding } from './explain-finding.ts';
import { requestAnalysis } from './request-analysis.ts';

export function matchingRoutes(server: FastifyInstance, ctx: Context): void {
  serve(server, matchingOperations.analyzeProject, async ({ params, principal }) => {
    return { status: 200, body: { token: await requestAnalysis(ctx, principal, params.uuid) } };
  });
  serve(server, matchingOperations.explainFinding, async ({ params, principal }) => {
    return { status: 200, body: await explainFinding(ctx, principal, params) };
  });
}
