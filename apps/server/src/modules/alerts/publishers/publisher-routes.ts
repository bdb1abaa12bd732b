import { publisherOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { type Principal, toTurnName } from '../../../platform/http/principal.ts';
import { serve } from '../../../platform/http/serve-operation.ts';
import { Semaphore } from '../../../platform/semaphore.ts';
import { presentSchema } from '../../settings/config-schema.ts';
import { testAlert } from '../rules/test-alert.ts';
import { previewTemplate } from '../templates/preview-template.ts';
import { createTemplateThreads, type TemplateThreads } from '../templates/template-threads.ts';
import { createPublisher } from './create-publisher.ts';
import { deletePublisher } from './delete-publisher.ts';
import { getPublisher } from './get-publisher.ts';
import { presentPublisher } from './present-publisher.ts';
import { findPublisherKind } from './publisher-kinds.ts';
import { listPublishers } from './publisher-store.ts';
import { updatePublisher } from './update-publisher.ts';

/** How many previews and checks of templates may wait for the thread. */
const MAX_WAITING = 50;

export function publisherRoutes(server: FastifyInstance, ctx: Context): void {
  const threads = createTemplateThreads();
  server.addHook('onClose', () => threads.close());
  const templatesFor = limitConcurrency(threads);
  serve(server, publisherOperations.listPublishers, async () => ({
    status: 200,
    body: (await listPublishers(ctx.db)).map(presentPublisher),
  }));
  serve(server, publisherOperations.createPublisher, async ({ body, principal }) => ({
    status: 201,
    body: presentPublisher(await createPublisher(ctx, templatesFor(principal), body)),
  }));
  serve(server, publisherOperations.updatePublisher, async ({ body, principal }) => ({
    status: 200,
    body: presentPublisher(await updatePublisher(ctx, templatesFor(principal), body)),
  }));
  serve(server, publisherOperations.deletePublisher, async ({ params }) => {
    await deletePublisher(ctx, params.uuid);
    return { status: 204 };
  });
  serve(server, publisherOperations.getPublisherConfigSchema, async ({ params }) => {
    const schema = findPublisherKind((await getPublisher(ctx.db, params.uuid)).extension)?.configSchema;
    return schema ? { status: 200, body: presentSchema(schema) } : { status: 204 };
  });
  serve(server, publisherOperations.testAlert, async ({ params, query, principal }) => ({
    status: 200,
    body: await testAlert(ctx, principal, params.ruleUuid, query.group),
  }));
  serve(server, publisherOperations.previewTemplate, async ({ body, principal }) => ({
    status: 200,
    body: await previewTemplate(ctx, templatesFor(principal), principal, body),
  }));
}

/** One template at a time, in turns between callers; refuses with 503 when too many wait. */
function limitConcurrency(threads: TemplateThreads): (principal: Principal) => TemplateThreads {
  const semaphore = new Semaphore({
    permits: 1,
    maxWaiting: MAX_WAITING,
    message: 'Too many templates are being rendered. Try again in a few seconds.',
  });
  return (principal) => ({
    render: (task) => semaphore.run(async () => threads.render(task), toTurnName(principal)),
    check: (template, mimeType) =>
      semaphore.run(async () => threads.check(template, mimeType), toTurnName(principal)),
    close: () => threads.close(),
  });
}
