import { PassThrough } from 'node:stream';
import { EVENT_STREAM, liveUpdateOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/db/connect.ts';
import { type Authenticate, requirePrincipal } from '../../platform/http/authentication.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import { LiveUpdates } from './live-updates.ts';

interface LiveUpdateDeps {
  readonly pool: Connection['pool'];
  readonly authenticate: Authenticate;
  readonly isDraining: () => boolean;
}

export function liveUpdateRoutes(server: FastifyInstance, ctx: Context, deps: LiveUpdateDeps): void {
  const updates = new LiveUpdates(ctx, deps.pool, deps.isDraining);
  // Before the server waits for open responses.
  server.addHook('preClose', () => updates.stop());
  serve(server, liveUpdateOperations.watchChanges, async ({ principal, method, headers, host }) => {
    const stream = new PassThrough();
    const sender = { method, headers, host };
    updates.subscribe(principal, {
      stream,
      authenticate: async () => requirePrincipal(await deps.authenticate(sender)),
    });
    return {
      status: 200,
      stream,
      // Proxies such as nginx would hold events back.
      headers: { 'Content-Type': EVENT_STREAM, 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
    };
  });
}
