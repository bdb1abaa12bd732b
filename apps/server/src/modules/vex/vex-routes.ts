import { createReadStream } from 'node:fs';
import { isOn, vexOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import type { ReceivedFile } from '../../platform/files/received-file.ts';
import { pageHeaders } from '../../platform/http/paging.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import { documentPlace } from '../documents/document-place.ts';
import { toTargetName } from '../documents/to-target-name.ts';
import { missingDocument } from '../documents/upload-refusals.ts';
import type { TargetName } from '../portfolio/projects/upload-target.ts';
import { getReceipt, listImports } from './get-receipt.ts';
import { presentImport, presentReceipt } from './present-receipt.ts';
import { previewImport } from './preview-import.ts';
import { submitVex } from './submit-vex.ts';
import { VEX_KIND } from './vex-kind.ts';
import { createVexThreads } from './vex-threads.ts';

const JSON_HEADERS = { 'Content-Type': 'application/json; charset=utf-8' };

export function vexRoutes(server: FastifyInstance, ctx: Context): void {
  const threads = createVexThreads();
  const documents = documentPlace(ctx.config, VEX_KIND);
  server.addHook('onClose', () => threads.close());

  const submit = async (
    principal: Principal,
    target: TargetName,
    document: ReceivedFile | undefined,
    dryRun: boolean,
  ) => {
    if (!document) throw missingDocument(VEX_KIND);
    const submitted = { principal, target, document };
    if (!dryRun) return { status: 200 as const, body: await submitVex(ctx, threads, submitted) };
    const { head, file } = await previewImport(ctx, threads, submitted);
    const stream = presentReceipt(head, createReadStream(file.path));
    stream.once('close', () => void file.discard());
    return { status: 200 as const, stream, headers: JSON_HEADERS };
  };
  serve(
    server,
    vexOperations.importVex,
    async ({ body, query, document, principal }) =>
      submit(principal, toTargetName(body, 'optional'), document, isOn(query.dryRun)),
    { documents },
  );
  serve(
    server,
    vexOperations.importEncodedVex,
    async ({ body, query, document, principal }) =>
      submit(principal, toTargetName(body, 'required'), document, isOn(query.dryRun)),
    { documents },
  );
  serve(server, vexOperations.getVexReceipt, async ({ params, query, principal }) => {
    const stream = await getReceipt(ctx, principal, params.uuid, query);
    return { status: 200, stream, headers: JSON_HEADERS };
  });
  serve(server, vexOperations.listVexImports, async ({ params, principal, page, url }) => {
    const { rows, total } = await listImports(ctx, principal, params.uuid, page);
    return { status: 200, body: rows.map(presentImport), headers: pageHeaders(url, page, total) };
  });
}
