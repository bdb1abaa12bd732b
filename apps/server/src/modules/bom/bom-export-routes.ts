import { bomExportOperations, CYCLONEDX_JSON, CYCLONEDX_XML, isOn } from '@tallyman/contract';
import type { WriteTarget } from '@tallyman/cyclonedx';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import { Permits } from '../../platform/permits.ts';
import { requireInventory } from './export/require-inventory.ts';
import { toExportTarget } from './export/to-export-target.ts';
import { exportComponent, exportProject } from './export-bom.ts';

const MEDIA_TYPES = { json: CYCLONEDX_JSON, xml: CYCLONEDX_XML } as const;

/** How many exports may wait while as many as allowed are being read. */
const WAITING = 100;

export function bomExportRoutes(server: FastifyInstance, ctx: Context): void {
  // An export holds a connection for as long as its reader takes: slow readers must leave some to the others.
  const connections = new Permits({
    atOnce: Math.max(1, Math.floor(ctx.config['svc.datasource.pool.max-size'] / 2)),
    waiting: WAITING,
    refusal: 'Too many exports are being read at this moment. Try again in a few seconds.',
  });
  serve(server, bomExportOperations.exportProject, async ({ params, query, principal }) => {
    const target = toExportTarget(query);
    requireInventory(principal, query.variant);
    const stream = await exportProject(ctx, connections, principal, params.uuid, target);
    const fileName = `${params.uuid.toLowerCase()}-${query.variant?.trim() || 'inventory'}`;
    return {
      status: 200,
      stream,
      headers: isOn(query.download) ? asFile(target, fileName) : asDocument(target),
    };
  });
  serve(server, bomExportOperations.exportComponent, async ({ params, query, principal }) => {
    const target = toExportTarget(query);
    const stream = await exportComponent(ctx, principal, params.uuid, target);
    return { status: 200, stream, headers: asDocument(target) };
  });
}

function asDocument({ format }: WriteTarget): Record<string, string> {
  return { 'Content-Type': MEDIA_TYPES[format] };
}

function asFile({ format }: WriteTarget, name: string): Record<string, string> {
  return {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `attachment; filename="${name}.cdx.${format}"`,
  };
}
