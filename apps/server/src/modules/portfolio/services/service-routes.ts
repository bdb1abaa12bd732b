import { serviceOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { serve } from '../../../platform/http/serve-operation.ts';
import { type AnswerList, mapRows } from '../answer-list.ts';
import { createService } from './create-service.ts';
import { deleteService } from './delete-service.ts';
import { getService } from './get-service.ts';
import { listProjectServices } from './list-project-services.ts';
import { presentService } from './present-service.ts';
import { updateService } from './update-service.ts';

export function serviceRoutes(server: FastifyInstance, ctx: Context, answerList: AnswerList): void {
  serve(server, serviceOperations.listProjectServices, (request) => {
    const { params, principal, page } = request;
    return answerList(request, async () =>
      mapRows(await listProjectServices(ctx, principal, params.uuid, page), presentService),
    );
  });
  serve(server, serviceOperations.getService, async ({ params, principal }) => ({
    status: 200,
    body: presentService(await getService(ctx.db, principal, params.uuid)),
  }));
  serve(server, serviceOperations.createService, async ({ params, body, principal }) => ({
    status: 201,
    body: presentService(await createService(ctx, principal, params.uuid, body)),
  }));
  serve(server, serviceOperations.updateService, async ({ body, principal }) => ({
    status: 200,
    body: presentService(await updateService(ctx, principal, body)),
  }));
  serve(server, serviceOperations.deleteService, async ({ params, principal }) => {
    await deleteService(ctx, principal, params.uuid);
    return { status: 204 };
  });
}
