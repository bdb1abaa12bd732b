import { extensionOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import {
  describeConfig,
  getExtension,
  getPoint,
  readConfig,
  testConfig,
  updateConfig,
} from './configure-extension.ts';
import type { ExtensionPoint } from './extension-point.ts';

/** Lists and configures the extensions that the modules provide. */
export function extensionRoutes(
  server: FastifyInstance,
  ctx: Context,
  points: readonly ExtensionPoint[],
): void {
  serve(server, extensionOperations.listExtensionPoints, async () => ({
    status: 200,
    body: toList(points.map(({ name }) => ({ name }))),
  }));
  serve(server, extensionOperations.listExtensions, async ({ params }) => ({
    status: 200,
    body: toList(
      getPoint(points, params.point).extensions.map(({ name, displayName, schema, check }) => ({
        name,
        display_name: displayName,
        configurable: schema !== undefined,
        testable: check !== undefined,
      })),
    ),
  }));
  serve(server, extensionOperations.getExtensionConfig, async ({ params: { point, extension } }) => {
    const { config, setBy } = await readConfig(ctx, points, point, extension);
    const isAnySet = Object.keys(setBy).length > 0;
    return {
      status: 200,
      body: { config: { ...config }, ...(isAnySet && { set_by_property: { ...setBy } }) },
    };
  });
  serve(
    server,
    extensionOperations.updateExtensionConfig,
    async ({ principal, params: { point, extension }, body }) =>
      (await updateConfig(ctx, principal, points, point, extension, body.config))
        ? { status: 204 }
        : { status: 304 },
  );
  serve(server, extensionOperations.getExtensionSchema, async ({ params: { point, extension } }) => {
    const schema = describeConfig(ctx, getExtension(points, point, extension));
    return schema ? { status: 200, body: schema } : { status: 204 };
  });
  serve(
    server,
    extensionOperations.testExtension,
    async ({ principal, params: { point, extension }, body }) => ({
      status: 200,
      body: { checks: await testConfig(ctx, principal, points, point, extension, body?.config ?? {}) },
    }),
  );
}

function toList<Item>(items: Item[]) {
  return { items, total: { count: items.length, type: 'EXACT' as const } };
}
