import { findingOperations, isOn } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import type { StreamSnapshot } from '../../platform/http/snapshot-streams.ts';
import { exportFpf } from './export-fpf.ts';

export function fpfRoutes(server: FastifyInstance, ctx: Context, stream: StreamSnapshot): void {
  serve(server, findingOperations.exportFindings, async ({ params, query, principal }) => {
    const options = { withSuppressed: isOn(query.suppressed), now: ctx.now() };
    return {
      status: 200,
      stream: await stream((db) => exportFpf(db, principal, params.uuid, options)),
      headers: { 'Content-Disposition': `inline; filename=findings-${params.uuid.toLowerCase()}.fpf` },
    };
  });
}
