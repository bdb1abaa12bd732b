import { isOn, vexOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import type { StreamSnapshot } from '../../platform/http/snapshot-streams.ts';
import { EXPORT_FORMS, requireFormVersion } from '../cyclonedx-export/export-form.ts';
import { exportProject } from '../cyclonedx-export/export-project.ts';
import { toDocumentHeaders } from '../cyclonedx-export/to-document-headers.ts';
import { toExportTarget, toNames } from '../cyclonedx-export/to-export-target.ts';

/** The VEX of a project. */
export function vexExportRoutes(server: FastifyInstance, ctx: Context, streamSnapshot: StreamSnapshot): void {
  serve(server, vexOperations.exportVex, async ({ params, query, principal }) => {
    const target = toExportTarget(query);
    const form = EXPORT_FORMS.vex;
    requireFormVersion(target, form);
    const options = { form, target, names: toNames(query.refs) };
    const stream = await exportProject(ctx, streamSnapshot, principal, params.uuid, options);
    const fileName = `${params.uuid.toLowerCase()}-vex`;
    return {
      status: 200,
      stream,
      headers: toDocumentHeaders(target, isOn(query.download) ? fileName : undefined),
    };
  });
}
