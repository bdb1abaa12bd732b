import { projectPropertyOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { serve } from '../../../platform/http/serve-operation.ts';
import { createProjectProperty } from './create-project-property.ts';
import { deleteProjectProperty } from './delete-project-property.ts';
import { listProjectProperties } from './list-project-properties.ts';
import { presentProjectProperty } from './present-project-property.ts';
import { updateProjectProperty } from './update-project-property.ts';

export function projectPropertyRoutes(server: FastifyInstance, ctx: Context): void {
  serve(server, projectPropertyOperations.listProjectProperties, async ({ params, principal }) => {
    const properties = await listProjectProperties(ctx, principal, params.uuid);
    return { status: 200, body: properties.map(presentProjectProperty) };
  });
  serve(server, projectPropertyOperations.createProjectProperty, async ({ params, body, principal }) => {
    const property = await createProjectProperty(ctx, principal, params.uuid, body);
    return { status: 201, body: presentProjectProperty(property) };
  });
  serve(server, projectPropertyOperations.updateProjectProperty, async ({ params, body, principal }) => {
    const property = await updateProjectProperty(ctx, principal, params.uuid, body);
    return { status: 200, body: presentProjectProperty(property) };
  });
  serve(server, projectPropertyOperations.deleteProjectProperty, async ({ params, body, principal }) => {
    await deleteProjectProperty(ctx, principal, params.uuid, body);
    return { status: 204 };
  });
}
