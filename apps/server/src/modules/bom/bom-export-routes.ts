import { bomExportOperations, isOn } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import type { StreamSnapshot } from '../../platform/http/snapshot-streams.ts';
import { exportComponent } from '../cyclonedx-export/export-component.ts';
import { requireFormPermission, requireFormVersion, toExportForm } from '../cyclonedx-export/export-form.ts';
import { exportProject } from '../cyclonedx-export/export-project.ts';
import { toDocumentHeaders } from '../cyclonedx-export/to-document-headers.ts';
import { toExportTarget, toNames } from '../cyclonedx-export/to-export-target.ts';

/** BOM, BOM with vulnerabilities and VDR of a project, chosen by `variant`, and the BOM of a component. */
export function bomExportRoutes(server: FastifyInstance, ctx: Context, streamSnapshot: StreamSnapshot): void {
  serve(server, bomExportOperations.exportProject, async ({ params, query, principal }) => {
    const target = toExportTarget(query);
    const form = toExportForm(query.variant);
    requireFormVersion(target, form);
    requireFormPermission(principal, form);
    const options = { form, target, names: toNames(query.refs) };
    const stream = await exportProject(ctx, streamSnapshot, principal, params.uuid, options);
    const fileName = `${params.uuid.toLowerCase()}-${query.variant?.trim() || form.name}`;
    return {
      status: 200,
      stream,
      headers: toDocumentHeaders(target, isOn(query.download) ? fileName : undefined),
    };
  });
  serve(server, bomExportOperations.exportComponent, async ({ params, query, principal }) => {
    const target = toExportTarget(query);
    const stream = await exportComponent(ctx, principal, params.uuid, target);
    return { status: 200, stream, headers: toDocumentHeaders(target) };
  });
}
