import { configPropertyOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import { listSettings } from './list-settings.ts';
import { readSetting } from './read-setting.ts';
import { updateSetting, updateSettings } from './update-settings.ts';

export function settingsRoutes(server: FastifyInstance, ctx: Context): void {
  serve(server, configPropertyOperations.listConfigProperties, async () => ({
    status: 200,
    body: await listSettings(ctx),
  }));
  serve(server, configPropertyOperations.updateConfigProperty, async ({ principal, body }) => ({
    status: 200,
    body: await updateSetting(ctx, principal, body),
  }));
  serve(server, configPropertyOperations.updateConfigProperties, async ({ principal, body }) => ({
    status: 200,
    body: await updateSettings(ctx, principal, body),
  }));
  serve(server, configPropertyOperations.getPublicConfigProperty, async ({ params }) => ({
    status: 200,
    body: await readSetting(ctx, params.groupName, params.propertyName, ['public']),
  }));
  serve(server, configPropertyOperations.getInternalConfigProperty, async ({ params }) => ({
    status: 200,
    body: await readSetting(ctx, params.groupName, params.propertyName, ['public', 'internal']),
  }));
}
