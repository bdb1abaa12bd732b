import { findingIntegrationOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { presentPage, toKeysetPage } from '../../platform/http/keyset-page.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import { listPushes } from './finding-push-store.ts';
import { getIntegration } from './integrations.ts';
import { type LoggedPush, listIntegrations, withAttempts } from './list-integrations.ts';
import { presentIntegration, presentPush } from './present-integration.ts';
import { startPushes } from './start-pushes.ts';

const byTime = { fields: {}, unsorted: 'id' } as const;
const positionOf = ({ push }: LoggedPush) => ({ value: null, id: push.id });

export function findingIntegrationsRoutes(server: FastifyInstance, ctx: Context): void {
  serve(server, findingIntegrationOperations.listFindingIntegrations, async ({ principal }) => {
    const items = (await listIntegrations(ctx, principal)).map(presentIntegration);
    return { status: 200, body: { items, total: { count: items.length, type: 'EXACT' } } };
  });
  serve(server, findingIntegrationOperations.startFindingPushes, async ({ params, body, principal }) => {
    const started = await startPushes(ctx, getIntegration(params.name), principal, body.project);
    const headers = { Location: `/api/v2/finding-integrations/${params.name}/pushes?token=${started.token}` };
    return { status: 202, body: started, headers };
  });
  serve(server, findingIntegrationOperations.listFindingPushes, async ({ params, query, principal }) => {
    const { name: integration } = getIntegration(params.name);
    const page = toKeysetPage<'id'>(`pushes to ${integration}`, query, byTime);
    const { project, status, token } = query;
    const filter = { integration, project, status, token, before: page.after?.id, limit: page.limit + 1 };
    const rows = await withAttempts(ctx, await listPushes(ctx.db, principal, filter));
    const isAll = page.after === undefined && rows.length <= page.limit;
    const total = {
      count: Math.min(rows.length, page.limit),
      type: isAll ? ('EXACT' as const) : ('AT_LEAST' as const),
    };
    return { status: 200, body: presentPage(page, { rows, total }, presentPush, positionOf) };
  });
  serve(server, findingIntegrationOperations.getFindingPush, async ({ params, principal }) => {
    const { name: integration } = getIntegration(params.name);
    const found = await listPushes(ctx.db, principal, { integration, uuid: params.uuid, limit: 1 });
    const [push] = await withAttempts(ctx, found);
    if (!push) throw new AppError('not-found', 'The push does not exist.');
    return { status: 200, body: presentPush(push) };
  });
}
