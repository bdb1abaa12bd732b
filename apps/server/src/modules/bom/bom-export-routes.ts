import { bomExportOperations, CYCLONEDX_JSON, CYCLONEDX_XML, isOn, vexOperations } from '@tallyman/contract';
import type { WriteTarget } from '@tallyman/cyclonedx';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import type { StreamSnapshot } from '../../platform/http/snapshot-streams.ts';
import {
  EXPORT_FORMS,
  requireFormPermission,
  requireFormVersion,
  toExportForm,
} from './export/export-form.ts';
import { toExportTarget, toNames } from './export/to-export-target.ts';
import { exportComponent, exportProject } from './export-bom.ts';

const MEDIA_TYPES = { json: CYCLONEDX_JSON, xml: CYCLONEDX_XML } as const;

export function bomExportRoutes(server: FastifyInstance, ctx: Context, streamSnapshot: StreamSnapshot): void {
  serve(server, bomExportOperations.exportProject, async ({ params, query, principal }) => {
    const target = toExportTarget(query);
    const form = toExportForm(query.variant);
    requireFormVersion(target, form);
    requireFormPermission(principal, form);
    const wanted = { form, target, names: toNames(query.refs) };
    const stream = await exportProject(ctx, streamSnapshot, principal, params.uuid, wanted);
    const fileName = `${params.uuid.toLowerCase()}-${query.variant?.trim() || form.name}`;
    return { status: 200, stream, headers: toHeaders(target, isOn(query.download) ? fileName : undefined) };
  });
  serve(server, vexOperations.exportVex, async ({ params, query, principal }) => {
    const target = toExportTarget(query);
    const form = EXPORT_FORMS.vex;
    requireFormVersion(target, form);
    const wanted = { form, target, names: toNames(query.refs) };
    const stream = await exportProject(ctx, streamSnapshot, principal, params.uuid, wanted);
    const fileName = `${params.uuid.toLowerCase()}-vex`;
    return { status: 200, stream, headers: toHeaders(target, isOn(query.download) ? fileName : undefined) };
  });
  serve(server, bomExportOperations.exportComponent, async ({ params, query, principal }) => {
    const target = toExportTarget(query);
    const stream = await exportComponent(ctx, principal, params.uuid, target);
    return { status: 200, stream, headers: toHeaders(target, undefined) };
  });
}

/** A document, or a file to be kept under a name. */
function toHeaders(target: WriteTarget, fileName: string | undefined): Record<string, string> {
  return fileName === undefined ? asDocument(target) : asFile(target, fileName);
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
