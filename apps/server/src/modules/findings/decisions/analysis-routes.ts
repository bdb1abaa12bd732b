import { analysisOperations, isOn } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { serve } from '../../../platform/http/serve-operation.ts';
import { carryOverDecisions } from './carry-over-decisions.ts';
import { decideInBulk } from './decide-in-bulk.ts';
import { decideOnFinding } from './decide-on-finding.ts';
import { getAnalysis } from './get-analysis.ts';
import { undoBulkDecision } from './undo-bulk-decision.ts';

export function analysisRoutes(server: FastifyInstance, ctx: Context): void {
  serve(server, analysisOperations.getAnalysis, async ({ query, principal }) => ({
    status: 200,
    body: await getAnalysis(ctx.db, principal, query),
  }));
  serve(server, analysisOperations.recordAnalysis, async ({ body, principal }) => ({
    status: 200,
    body: await decideOnFinding(ctx, principal, body),
  }));
  serve(server, analysisOperations.recordAnalyses, async ({ query, body, principal }) => ({
    status: 200,
    body: await decideInBulk(ctx, principal, body, isOn(query.dryRun) || body.dryRun === true),
  }));
  serve(server, analysisOperations.undoAnalyses, async ({ params, principal }) => ({
    status: 200,
    body: await undoBulkDecision(ctx, principal, params.batch),
  }));
  serve(server, analysisOperations.carryOverDecisions, async ({ params, query, principal }) => {
    const order = { from: query.from, to: params.uuid, dryRun: isOn(query.dryRun) };
    return { status: 200, body: await carryOverDecisions(ctx, principal, order) };
  });
}
