import { bomOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { pageHeaders } from '../../platform/http/paging.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import { discardStaleDocuments } from '../documents/clean-up-documents.ts';
import { documentPlace } from '../documents/document-place.ts';
import { missingDocument } from '../documents/upload-refusals.ts';
import { BOM_KIND } from './bom-kind.ts';
import { createBomThreads } from './bom-threads.ts';
import { getUpload, listProjectUploads, openDocument } from './get-upload.ts';
import { presentUpload } from './present-upload.ts';
import { submitBom } from './submit-bom.ts';
import { fromForm, fromJson } from './to-submission.ts';

export function bomRoutes(server: FastifyInstance, ctx: Context): void {
  serveUploads(server, ctx);
  serveHistory(server, ctx);
}

function serveUploads(server: FastifyInstance, ctx: Context): void {
  const threads = createBomThreads();
  const documents = documentPlace(ctx.config, BOM_KIND);
  discardStaleDocumentsHourly(server, ctx);
  server.addHook('onClose', () => threads.close());

  serve(
    server,
    bomOperations.uploadBom,
    async ({ body, document, principal }) => {
      if (!document) throw missingDocument(BOM_KIND);
      const accepted = await submitBom(ctx, threads, { principal, submission: fromForm(body), document });
      return { status: 200, body: accepted };
    },
    { documents },
  );
  serve(
    server,
    bomOperations.uploadEncodedBom,
    async ({ body, document, principal }) => {
      if (!document) throw missingDocument(BOM_KIND);
      const accepted = await submitBom(ctx, threads, { principal, submission: fromJson(body), document });
      return { status: 200, body: accepted };
    },
    { documents },
  );
}

const HOUR_MS = 3_600_000;

/** Every node cleans up its own disk; the clean-up job runs on one of them only. */
function discardStaleDocumentsHourly(server: FastifyInstance, ctx: Context): void {
  const timer = setInterval(() => void discardStaleDocuments(ctx), HOUR_MS).unref();
  server.addHook('onReady', () => discardStaleDocuments(ctx));
  server.addHook('onClose', async () => clearInterval(timer));
}

function serveHistory(server: FastifyInstance, ctx: Context): void {
  serve(server, bomOperations.getBomUpload, async ({ params, principal }) => {
    return { status: 200, body: presentUpload(await getUpload(ctx, principal, params.uuid)) };
  });
  serve(server, bomOperations.downloadBom, async ({ params, principal }) => {
    const { content, mediaType, fileName } = await openDocument(ctx, principal, params.uuid);
    const headers = {
      'Content-Type': mediaType,
      'Content-Disposition': `attachment; filename="${fileName}"`,
    };
    return { status: 200, stream: content, headers };
  });
  serve(server, bomOperations.listBomUploads, async ({ params, principal, page, url }) => {
    const { rows, total } = await listProjectUploads(ctx, principal, params.uuid, page);
    return { status: 200, body: rows.map(presentUpload), headers: pageHeaders(url, page, total) };
  });
}
