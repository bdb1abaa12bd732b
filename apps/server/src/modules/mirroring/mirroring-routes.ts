import { vulnDataSourceOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { DocumentPlace } from '../../platform/http/received-body.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import { findRun, listRuns, type MirrorRunRow } from './mirror-run-store.ts';
import { presentRun, presentSource } from './present-source.ts';
import { downloadDirectory } from './run-mirror.ts';
import { listSourceStatus } from './source-status.ts';
import { getSource } from './sources.ts';
import { startRun } from './start-run.ts';
import { submitFile } from './submit-file.ts';

export function mirroringRoutes(server: FastifyInstance, ctx: Context): void {
  serve(server, vulnDataSourceOperations.listVulnDataSources, async () => {
    const items = (await listSourceStatus(ctx)).map(presentSource);
    return { status: 200, body: { items, total: { count: items.length, type: 'EXACT' } } };
  });
  serveRuns(server, ctx);
  serveImports(server, ctx);
}

function serveRuns(server: FastifyInstance, ctx: Context): void {
  serve(server, vulnDataSourceOperations.startMirrorRun, async ({ params, principal }) =>
    accepted(await startRun(ctx, getSource(params.name), principal.name)),
  );
  serve(server, vulnDataSourceOperations.listMirrorRuns, async ({ params, query }) => {
    const items = (await listRuns(ctx.db, getSource(params.name).name, query.limit ?? 100)).map(presentRun);
    return { status: 200, body: { items, total: { count: items.length, type: 'AT_LEAST' } } };
  });
  serve(server, vulnDataSourceOperations.getLatestMirrorRun, async ({ params }) => {
    const [run] = await listRuns(ctx.db, getSource(params.name).name, 1);
    if (!run) throw new AppError('not-found', 'This source has never been mirrored.');
    return { status: 200, body: presentRun(run) };
  });
  serve(server, vulnDataSourceOperations.getMirrorRun, async ({ params }) => {
    const run = await findRun(ctx.db, params.uuid);
    if (run?.source !== getSource(params.name).name) throw new AppError('not-found', 'There is no such run.');
    return { status: 200, body: presentRun(run) };
  });
}

function serveImports(server: FastifyInstance, ctx: Context): void {
  const documents: DocumentPlace = {
    directory: downloadDirectory(ctx),
    maxBytes: ctx.config['svc.vuln-data-source.max-bytes'],
    limitedBy: 'svc.vuln-data-source.max-bytes',
  };
  serve(
    server,
    vulnDataSourceOperations.importVulnData,
    async ({ params, body, document, principal }) => {
      const source = getSource(params.name);
      if (!document) throw new AppError('invalid', 'Send the file in the part "file" of the form.');
      return accepted(await submitFile(ctx, source, document, body.file_name ?? 'file', principal.name));
    },
    { documents },
  );
}

function accepted(run: MirrorRunRow) {
  const location = `/api/v2/vuln-data-sources/${run.source}/mirror-runs/${run.uuid}`;
  return { status: 202 as const, body: presentRun(run), headers: { Location: location } };
}
