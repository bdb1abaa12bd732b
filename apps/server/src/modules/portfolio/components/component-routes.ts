import { componentOperations, isOn } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { serve } from '../../../platform/http/serve-operation.ts';
import { type AnswerList, mapRows } from '../answer-list.ts';
import { createComponent } from './create-component.ts';
import { createComponentProperty } from './create-component-property.ts';
import { deleteComponent } from './delete-component.ts';
import { deleteComponentProperty } from './delete-component-property.ts';
import { getComponent } from './get-component.ts';
import { requestIdentification } from './identify-internal-components.ts';
import { listComponentOccurrences } from './list-component-occurrences.ts';
import { listComponentProperties } from './list-component-properties.ts';
import { listComponentsByHash } from './list-components-by-hash.ts';
import { hasIdentityCriteria, listComponentsByIdentity } from './list-components-by-identity.ts';
import { listProjectComponents } from './list-project-components.ts';
import { presentComponent, presentFoundComponent } from './present-component.ts';
import { updateComponent } from './update-component.ts';

export function componentRoutes(server: FastifyInstance, ctx: Context, answerList: AnswerList): void {
  serveLists(server, ctx, answerList);
  serveComponents(server, ctx);
  serveDetails(server, ctx, answerList);
  serve(server, componentOperations.identifyInternalComponents, async () => {
    await requestIdentification(ctx);
    return { status: 204 };
  });
}

function serveLists(server: FastifyInstance, ctx: Context, answerList: AnswerList): void {
  serve(server, componentOperations.listProjectComponents, (request) => {
    const { params, query, principal, page } = request;
    const filter = { onlyOutdated: isOn(query.onlyOutdated), onlyDirect: isOn(query.onlyDirect) };
    return answerList(request, async () =>
      mapRows(await listProjectComponents(ctx, principal, params.uuid, filter, page), presentComponent),
    );
  });
  serve(server, componentOperations.listComponentsByIdentity, async (request) => {
    const { query, principal, page } = request;
    const projects = {
      project: query.project,
      onlyActive: isOn(query.excludeInactiveProjects),
      onlyLatest: isOn(query.onlyLatestProjectVersions),
    };
    // "None of the criteria: 200, empty body, count 0."
    if (!hasIdentityCriteria(query)) return { status: 200, json: '', headers: { 'X-Total-Count': '0' } };
    return answerList(request, async () =>
      mapRows(await listComponentsByIdentity(ctx, principal, query, projects, page), presentComponent),
    );
  });
  serve(server, componentOperations.listComponentsByHash, (request) => {
    const { params, principal, page } = request;
    return answerList(request, async () =>
      mapRows(await listComponentsByHash(ctx, principal, params.hash, page), presentComponent),
    );
  });
}

function serveComponents(server: FastifyInstance, ctx: Context): void {
  serve(server, componentOperations.getComponent, async ({ params, principal }) => ({
    status: 200,
    body: presentFoundComponent(await getComponent(ctx.db, principal, params.uuid)),
  }));
  serve(server, componentOperations.createComponent, async ({ params, body, principal }) => ({
    status: 201,
    body: presentFoundComponent(await createComponent(ctx, principal, params.uuid, body)),
  }));
  serve(server, componentOperations.updateComponent, async ({ body, principal }) => ({
    status: 200,
    body: presentFoundComponent(await updateComponent(ctx, principal, body)),
  }));
  serve(server, componentOperations.deleteComponent, async ({ params, principal }) => {
    await deleteComponent(ctx, principal, params.uuid);
    return { status: 204 };
  });
}

function serveDetails(server: FastifyInstance, ctx: Context, answerList: AnswerList): void {
  serve(server, componentOperations.listOccurrences, (request) => {
    const { params, principal, page } = request;
    return answerList(request, () => listComponentOccurrences(ctx, principal, params.uuid, page));
  });
  serve(server, componentOperations.listComponentProperties, async ({ params, principal }) => ({
    status: 200,
    body: await listComponentProperties(ctx, principal, params.uuid),
  }));
  serve(server, componentOperations.createComponentProperty, async ({ params, body, principal }) => ({
    status: 201,
    body: await createComponentProperty(ctx, principal, params.uuid, body),
  }));
  serve(server, componentOperations.deleteComponentProperty, async ({ params, principal }) => {
    await deleteComponentProperty(ctx, principal, params.uuid, params.propertyUuid);
    return { status: 204 };
  });
}
