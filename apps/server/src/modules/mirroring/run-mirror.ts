import { join } from 'node:path';
import type { Source } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { type ReceivedFile, receiveFile } from '../../platform/files/received-file.ts';
import { readStoredFile } from '../../platform/files/stored-file-store.ts';
import { JobLostError, JobTimeoutError, PermanentJobError } from '../../platform/jobs/job-errors.ts';
import type { RunningJob } from '../../platform/jobs/job-handler.ts';
import type { HttpClient } from '../../platform/outgoing-http/create-http-client.ts';
import { completeRun, failRun } from './end-run.ts';
import { beginRun, listLastSuccesses, type MirrorRunRow } from './mirror-run-store.ts';
import type { MirrorSource } from './mirror-source.ts';
import type { ReaderThreads } from './read/reader-threads.ts';
import { RunSession } from './run-session.ts';
import { settingsOf } from './source-settings.ts';
import { getSource, sources } from './sources.ts';

type MirrorJob = RunningJob<{ readonly source: string; readonly run: string }>;

/** What all runs share. */
export interface MirrorTools {
  readonly http: HttpClient;
  readonly threads: ReaderThreads;
}

/** Where downloads lie while they are read. */
export function downloadDirectory({ config }: Context): string {
  return join(config['svc.data.directory'], 'tmp');
}

/**
 * Reads a source. What goes wrong ends the run, because all that may pass has been tried again where it went wrong;
 * when a node dies or stops, another one goes on with the run.
 */
export async function runMirror(ctx: Context, tools: MirrorTools, job: MirrorJob): Promise<void> {
  const source = getSource(job.payload.source);
  const run = await inTransaction(ctx.db, (tx) => beginRun(tx, job.payload.run, ctx.now()));
  // Ended before.
  if (!run) return;
  try {
    await readSource(await openSession(ctx, tools, job, source, run), ctx, source, run);
    await inTransaction(ctx.db, async (tx) => {
      await completeRun(ctx, tx, run);
      await job.completeInTransaction(tx);
    });
  } catch (error) {
    if (isInterrupted(job, error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    await inTransaction(ctx.db, (tx) => failRun(ctx, tx, run, reason));
    throw new PermanentJobError(reason, { cause: error });
  }
}

/** This node stops or has lost the job: another one goes on. */
function isInterrupted({ signal }: MirrorJob, error: unknown): boolean {
  if (error instanceof JobLostError) return true;
  return signal.aborted && !(signal.reason instanceof JobTimeoutError);
}

async function openSession(
  ctx: Context,
  { http, threads }: MirrorTools,
  { signal }: MirrorJob,
  { name, asserter }: MirrorSource,
  run: MirrorRunRow,
): Promise<RunSession> {
  return new RunSession({
    ctx,
    runId: run.id,
    source: name,
    asserter,
    settings: settingsOf(ctx.config, name),
    http,
    threads,
    directory: downloadDirectory(ctx),
    maxBytes: ctx.config['svc.vuln-data-source.max-bytes'],
    mirrored: await listMirrored(ctx),
    signal,
  });
}

/** Sources whose own data is here, mirrored or brought as files: their records are theirs. */
async function listMirrored(ctx: Context): Promise<ReadonlySet<Source>> {
  const loaded = await listLastSuccesses(ctx.db);
  const owning = sources.filter(({ name }) => settingsOf(ctx.config, name).isEnabled || loaded.has(name));
  return new Set(owning.flatMap(({ owns }) => owns ?? []));
}

async function readSource(
  session: RunSession,
  ctx: Context,
  source: MirrorSource,
  run: MirrorRunRow,
): Promise<void> {
  if (run.kind !== 'IMPORT' || !source.readFile) return source.mirror(session);
  const file = await fetchFile(ctx, run);
  try {
    await source.readFile(session, { path: file.path, name: run.file_name ?? '' });
  } finally {
    await file.discard();
  }
}

async function fetchFile(ctx: Context, { file_id }: MirrorRunRow): Promise<ReceivedFile> {
  if (file_id === null) throw new Error('The file is not kept any more.');
  const place = { directory: downloadDirectory(ctx), maxBytes: Number.MAX_SAFE_INTEGER };
  return receiveFile(place, readStoredFile(ctx.db, file_id));
}
