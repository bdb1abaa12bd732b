import { projectOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { serve } from '../../../platform/http/serve-operation.ts';
import { createProject } from './create-project.ts';
import { batchDeleteProjects, deleteProject } from './delete-projects.ts';
import { getProject } from './get-project.ts';
import { patchProject } from './patch-project.ts';
import { presentDetails, presentProject } from './present-project.ts';
import { updateProject } from './update-project.ts';

export function projectRoutes(server: FastifyInstance, ctx: Context): void {
  serveReading(server, ctx);
  serveWriting(server, ctx);
}

function serveReading(server: FastifyInstance, ctx: Context): void {
  serve(server, projectOperations.getProject, async ({ params, principal }) => {
    const details = await getProject(ctx, principal, { uuid: params.uuid });
    return { status: 200, body: presentDetails(details) };
  });
  serve(server, projectOperations.getLatestProject, async ({ params, principal }) => {
    const details = await getProject(ctx, principal, { latestOf: params.name });
    return { status: 200, body: presentDetails(details) };
  });
  serve(server, projectOperations.lookupProject, async ({ query, principal }) => {
    const details = await getProject(ctx, principal, { name: query.name, version: query.version ?? null });
    return { status: 200, body: presentDetails(details) };
  });
}

function serveWriting(server: FastifyInstance, ctx: Context): void {
  serve(server, projectOperations.createProject, async ({ body, principal }) => {
    const project = await createProject(ctx, principal, body);
    return { status: 201, body: { ...presentProject(project), children: [] } };
  });
  serve(server, projectOperations.updateProject, async ({ body, principal }) => {
    const project = await updateProject(ctx, principal, body);
    return { status: 200, body: presentProject(project) };
  });
  serve(server, projectOperations.patchProject, async ({ params, body, principal }) => {
    const project = await patchProject(ctx, principal, params.uuid, body);
    return project ? { status: 200, body: presentProject(project) } : { status: 304 };
  });
  serve(server, projectOperations.deleteProject, async ({ params, principal }) => {
    await deleteProject(ctx, principal, params.uuid);
    return { status: 204 };
  });
  serve(server, projectOperations.batchDeleteProjects, async ({ body, principal }) => {
    await batchDeleteProjects(ctx, principal, body);
    return { status: 204 };
  });
}
