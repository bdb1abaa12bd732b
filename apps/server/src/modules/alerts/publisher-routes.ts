import { publisherOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import { createPublisher, deletePublisher, getPublisher, updatePublisher } from './change-publishers.ts';
import { presentPublisher } from './present-alert.ts';
import { previewTemplate } from './preview-template.ts';
import { findPublisherKind } from './publisher-kinds.ts';
import { listPublishers } from './publisher-store.ts';
import { testAlert } from './test-alert.ts';

export function publisherRoutes(server: FastifyInstance, ctx: Context): void {
  serve(server, publisherOperations.listPublishers, async () => ({
    status: 200,
    body: (await listPublishers(ctx.db)).map(presentPublisher),
  }));
  serve(server, publisherOperations.createPublisher, async ({ body }) => ({
    status: 201,
    body: presentPublisher(await createPublisher(ctx, body)),
  }));
  serve(server, publisherOperations.updatePublisher, async ({ body }) => ({
    status: 200,
    body: presentPublisher(await updatePublisher(ctx, body)),
  }));
  serve(server, publisherOperations.deletePublisher, async ({ params }) => {
    await deletePublisher(ctx, params.uuid);
    return { status: 204 };
  });
  serve(server, publisherOperations.getPublisherConfigSchema, async ({ params }) => {
    const schema = findPublisherKind((await getPublisher(ctx.db, params.uuid)).extension)?.configSchema;
    return schema ? { status: 200, body: { ...schema } } : { status: 204 };
  });
  serve(server, publisherOperations.testAlert, async ({ params, query, principal }) => ({
    status: 200,
    body: await testAlert(ctx, principal, params.ruleUuid, query.group),
  }));
  serve(server, publisherOperations.previewTemplate, async ({ body, principal }) => ({
    status: 200,
    body: await previewTemplate(ctx, principal, body),
  }));
}
