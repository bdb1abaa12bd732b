import { kevDataSourceOperations, vulnDataSourceOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { DocumentDestination } from '../../platform/http/received-body.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import { findRun, listRuns, type MirrorRunRow } from './mirror-run-store.ts';
import type { MirrorSource } from './mirror-source.ts';
import { presentRun, presentSource } from './present-source.ts';
import { downloadDirectory } from './run-mirror.ts';
import { listSourceStatus } from './source-status.ts';
import { getKevSource, getSource } from './sources.ts';
import { startRun } from './start-run.ts';
import { submitFile } from './submit-file.ts';

export function mirroringRoutes(server: FastifyInstance, ctx: Context): void {
  serve(server, vulnDataSourceOperations.listVulnDataSources, async () => {
    const items = (await listSourceStatus(ctx)).map(presentSource);
    return { status: 200, body: { items, total: { count: items.length, type: 'EXACT' } } };
  });
  serveRuns(server, ctx);
  serveKevRuns(server, ctx);
  serveImports(server, ctx);
}

function serveRuns(server: FastifyInstance, ctx: Context): void {
  serve(server, vulnDataSourceOperations.startMirrorRun, async ({ params, principal }) =>
    accepted(await startRun(ctx, getSource(params.name), principal.name)),
  );
  serve(server, vulnDataSourceOperations.listMirrorRuns, async ({ params, query }) => {
    const limit = query.limit ?? 100;
    const items = (await listRuns(ctx.db, getSource(params.name).name, limit)).map(presentRun);
    const type = items.length < limit ? 'EXACT' : 'AT_LEAST';
    return { status: 200, body: { items, total: { count: items.length, type } } };
  });
  serve(server, vulnDataSourceOperations.getLatestMirrorRun, async ({ params }) => {
    return { status: 200, body: presentRun(await getLatestRun(ctx, getSource(params.name))) };
  });
  serve(server, vulnDataSourceOperations.getMirrorRun, async ({ params }) => {
    const run = await findRun(ctx.db, params.uuid);
    if (run?.source !== getSource(params.name).name)
      throw new AppError('not-found', 'The run does not exist.');
    return { status: 200, body: presentRun(run) };
  });
}

function serveKevRuns(server: FastifyInstance, ctx: Context): void {
  serve(server, kevDataSourceOperations.startKevMirrorRun, async ({ params, principal }) =>
    accepted(await startRun(ctx, getKevSource(params.name), principal.name, 'kev-data-source')),
  );
  serve(server, kevDataSourceOperations.getLatestKevMirrorRun, async ({ params }) => ({
    status: 200,
    body: presentRun(await getLatestRun(ctx, getKevSource(params.name))),
  }));
}

async function getLatestRun(ctx: Context, { name }: MirrorSource): Promise<MirrorRunRow> {
  const [run] = await listRuns(ctx.db, name, 1);
  if (!run) throw new AppError('not-found', 'This source has never been mirrored.');
  return run;
}

function serveImports(server: FastifyInstance, ctx: Context): void {
  const documents: DocumentDestination = {
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
