import { projectPropertyOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import {
  createProjectProperty,
  deleteProjectProperty,
  listProjectProperties,
  updateProjectProperty,
} from './change-project-properties.ts';
import { presentProperty } from './present-property.ts';

export function projectPropertyRoutes(server: FastifyInstance, ctx: Context): void {
  serve(server, projectPropertyOperations.listProjectProperties, async ({ params, principal }) => {
    const properties = await listProjectProperties(ctx, principal, params.uuid);
    return { status: 200, body: properties.map(presentProperty) };
  });
  serve(server, projectPropertyOperations.createProjectProperty, async ({ params, body, principal }) => {
    const property = await createProjectProperty(ctx, principal, params.uuid, body);
    return { status: 201, body: presentProperty(property) };
  });
  serve(server, projectPropertyOperations.updateProjectProperty, async ({ params, body, principal }) => {
    const property = await updateProjectProperty(ctx, principal, params.uuid, body);
    return { status: 200, body: presentProperty(property) };
  });
  serve(server, projectPropertyOperations.deleteProjectProperty, async ({ params, body, principal }) => {
    await deleteProjectProperty(ctx, principal, params.uuid, body);
    return { status: 204 };
  });
}
