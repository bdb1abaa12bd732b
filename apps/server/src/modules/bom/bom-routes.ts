import { bomOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { discardStaleFiles } from '../../platform/files/received-file.ts';
import { pageHeaders } from '../../platform/http/paging.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import { noDocument } from './bom-refusals.ts';
import { createBomThreads } from './bom-threads.ts';
import { documentPlace } from './document-place.ts';
import { getUpload, listProjectUploads, openDocument } from './get-upload.ts';
import { presentUpload } from './present-upload.ts';
import { submitBom } from './submit-bom.ts';
import { fromForm, fromJson } from './to-submission.ts';

export function bomRoutes(server: FastifyInstance, ctx: Context): void {
  serveUploading(server, ctx);
  serveHistory(server, ctx);
}

function serveUploading(server: FastifyInstance, ctx: Context): void {
  const threads = createBomThreads();
  const documents = documentPlace(ctx.config);
  keepTidy(server, ctx, documents.directory);
  server.addHook('onClose', () => threads.close());

  serve(
    server,
    bomOperations.uploadBom,
    async ({ body, document, principal }) => {
      if (!document) throw noDocument();
      const accepted = await submitBom(ctx, threads, { principal, submission: fromForm(body), document });
      return { status: 200, body: accepted };
    },
    { documents },
  );
  serve(
    server,
    bomOperations.uploadEncodedBom,
    async ({ body, document, principal }) => {
      if (!document) throw noDocument();
      const accepted = await submitBom(ctx, threads, { principal, submission: fromJson(body), document });
      return { status: 200, body: accepted };
    },
    { documents },
  );
}

const TIDY_EVERY_MS = 3_600_000;

/** Each node deletes what processes that died have left on its disk: the job that cleans up runs on one of them. */
function keepTidy(server: FastifyInstance, ctx: Context, directory: string): void {
  const tidy = async () => {
    await discardStaleFiles(directory, ctx.now()).catch((error: unknown) =>
      ctx.log.warn({ err: error, directory }, 'Files that were left behind could not be deleted'),
    );
  };
  const timer = setInterval(() => void tidy(), TIDY_EVERY_MS).unref();
  server.addHook('onReady', tidy);
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
