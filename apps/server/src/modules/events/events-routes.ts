import { systemOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import { isHiddenWork } from './event-token-store.ts';

export function eventsRoutes(server: FastifyInstance, ctx: Context): void {
  serve(server, systemOperations.getWorkState, async ({ principal, params }) => {
    if (await isHiddenWork(ctx.db, principal, params.uuid)) {
      return { status: 200, body: { processing: false } };
    }
    const processing = await ctx.jobs.isProcessing(ctx.db, params.uuid);
    const progress = await ctx.jobs.findProgress(ctx.db, params.uuid);
    const failed = !processing && (await ctx.jobs.hasFailed(ctx.db, params.uuid));
    return {
      status: 200,
      body: { processing, ...(failed ? { failed } : {}), ...(progress ? { progress } : {}) },
    };
  });
}
