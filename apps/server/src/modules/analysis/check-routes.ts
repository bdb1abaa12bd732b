import { createReadStream } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { checkOperations, isOn } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { planPoolSizes } from '../../platform/db/plan-pool-sizes.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import { Semaphore } from '../../platform/semaphore.ts';
import { checkBom, type ListDataSources } from './check/check-bom.ts';
import { createCheckThreads } from './check/check-threads.ts';

/** Limits of the queue, in total and per client. */
const WAITING = 60;
const WAITING_PER_CLIENT = 20;

export function checkRoutes(server: FastifyInstance, ctx: Context, listDataSources: ListDataSources): void {
  // Each check holds a connection. Leaves half of the pool to other requests.
  const { 'svc.datasource.pool.max-size': total, 'svc.config.profile': profile } = ctx.config;
  const connections = Math.floor(planPoolSizes(total, profile).interactive / 2);
  const atOnce = Math.max(1, Math.min(Math.max(2, availableParallelism()), connections));
  const threads = createCheckThreads(atOnce);
  const semaphore = new Semaphore({
    permits: atOnce,
    maxWaiting: WAITING,
    maxWaitingPerClient: WAITING_PER_CLIENT,
    kind: 'too-many-requests',
    message: 'Too many documents wait to be checked. Send fewer at a time, or try again in a few seconds.',
  });
  server.addHook('onClose', () => threads.close());
  const documents = {
    directory: join(ctx.config['svc.data.directory'], 'tmp'),
    maxBytes: ctx.config['svc.bom.max-bytes'],
    limitedBy: 'svc.bom.max-bytes',
  };
  serve(
    server,
    checkOperations.checkBom,
    async ({ document, query, principal }) => {
      if (!document) throw noDocument();
      const input = { document, lenient: isOn(query.lenient) };
      const answer = await semaphore.run(
        () => checkBom(ctx, threads, input, listDataSources),
        `${principal.kind} ${principal.id}`,
      );
      const stream = createReadStream(answer.path);
      stream.once('close', () => void answer.discard());
      return { status: 200, stream, headers: { 'Content-Type': 'application/json; charset=utf-8' } };
    },
    { documents, limitsItself: true },
  );
}

function noDocument(): AppError {
  return new AppError(
    'invalid',
    'No BOM provided. Send the document as the body, or as the part "bom" of a form.',
    {
      errors: [{ path: 'body/bom', message: 'is required' }],
    },
  );
}
