import { join } from 'node:path';
import type { Source } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { isDatabaseAway } from '../../platform/db/database-away.ts';
import { type ReceivedFile, receiveFile } from '../../platform/files/received-file.ts';
import { readStoredFile } from '../../platform/files/stored-file-store.ts';
import { JobLostError, JobTimeoutError, PermanentJobError } from '../../platform/jobs/job-errors.ts';
import type { GivenUpJob, RunningJob } from '../../platform/jobs/job-handler.ts';
import type { HttpClient } from '../../platform/outgoing-http/create-http-client.ts';
import { HttpConnectionError } from '../../platform/outgoing-http/http-failure.ts';
import { completeRun, failRun } from './end-run.ts';
import { beginRun, findRun, listLastSuccesses, type MirrorRunRow } from './mirror-run-store.ts';
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
    throw new PermanentJobError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Ends the run as failed, with the reason. Nothing happens if it has ended before. */
export async function recordFailedRun(
  ctx: Context,
  tx: Tx,
  { payload, reason }: GivenUpJob<{ readonly run: string }>,
): Promise<void> {
  const run = await findRun(tx, payload.run);
  if (run) await failRun(ctx, tx, run, reason);
}

/** This node stops, has lost the job, or cannot reach the database: the run goes on in another attempt. */
function isInterrupted({ signal }: MirrorJob, error: unknown): boolean {
  if (error instanceof JobLostError) return true;
  if (isDatabaseAway(error) && !(error instanceof HttpConnectionError)) return true;
  return signal.aborted && !(signal.reason instanceof JobTimeoutError);
}

async function openSession(
  ctx: Context,
  { http, threads }: MirrorTools,
  { signal, progress }: MirrorJob,
  { name, asserter }: MirrorSource,
  run: MirrorRunRow,
): Promise<RunSession> {
  // Counted on over all attempts: what was committed is progress, however often nodes die.
  let seen = run.records_seen;
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
    onRecorded: (count) => {
      seen += count;
      progress(seen, undefined, 'reading');
    },
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
