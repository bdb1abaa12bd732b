import { analysisOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import { decideOnFinding } from './decide-on-finding.ts';
import { getAnalysis } from './get-analysis.ts';

export function analysisRoutes(server: FastifyInstance, ctx: Context): void {
  serve(server, analysisOperations.getAnalysis, async ({ query, principal }) => ({
    status: 200,
    body: await getAnalysis(ctx.db, principal, query),
  }));
  serve(server, analysisOperations.recordAnalysis, async ({ body, principal }) => ({
    status: 200,
    body: await decideOnFinding(ctx, principal, body),
  }));
}
