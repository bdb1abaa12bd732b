import { join } from 'node:path';
import type { Source } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { isDatabaseUnavailable } from '../../platform/db/database-errors.ts';
import { type ReceivedFile, receiveFile } from '../../platform/files/received-file.ts';
import { readStoredFile } from '../../platform/files/stored-file-store.ts';
import { JobLostError, JobTimeoutError, PermanentJobError } from '../../platform/jobs/job-errors.ts';
import type { JobFailure, RunningJob } from '../../platform/jobs/job-handler.ts';
import type { OutgoingClients } from '../../platform/outgoing-http/create-outgoing-clients.ts';
import { HttpConnectionError } from '../../platform/outgoing-http/http-failure.ts';
import { completeRun, failRun } from './end-run.ts';
import { beginRun, findRun, listLastSuccesses, type MirrorRunRow } from './mirror-run-store.ts';
import type { MirrorSource } from './mirror-source.ts';
import type { ReaderThreads } from './read/reader-threads.ts';
import { RunSession } from './run-session.ts';
import { loadRunSettings, loadSourceSettings } from './source-settings.ts';
import { getSource, sources } from './sources.ts';

type MirrorJob = RunningJob<{ readonly source: string; readonly run: string }>;

/** Dependencies that all runs share. */
export interface MirrorDeps {
  readonly clients: OutgoingClients;
  readonly threads: ReaderThreads;
}

/** Folder of downloads while they are read. */
export function downloadDirectory({ config }: Context): string {
  return join(config['svc.data.directory'], 'tmp');
}

/**
 * Reads a source. An error ends the run, because transient errors have been retried where they occurred. If a node
 * dies or stops, another node resumes the run.
 */
export async function runMirror(ctx: Context, deps: MirrorDeps, job: MirrorJob): Promise<void> {
  const source = getSource(job.payload.source);
  const run = await inTransaction(ctx.db, (tx) => beginRun(tx, job.payload.run, ctx.now()));
  // The run has already ended.
  if (!run) return;
  try {
    await readSource(await openSession(ctx, deps, job, source, run), ctx, source, run);
    await inTransaction(ctx.db, async (tx) => {
      await completeRun(ctx, tx, run);
      await job.completeInTransaction(tx);
    });
  } catch (error) {
    if (isInterrupted(job, error)) throw error;
    throw new PermanentJobError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Ends the run as failed, with the reason. Does nothing if it has already ended. */
export async function recordFailedRun(
  ctx: Context,
  tx: Tx,
  { payload, reason }: JobFailure<{ readonly run: string }>,
): Promise<void> {
  const run = await findRun(tx, payload.run);
  if (run) await failRun(ctx, tx, run, reason);
}

/** True if this node stops, has lost the job, or cannot reach the database. Another attempt resumes the run. */
function isInterrupted({ signal }: MirrorJob, error: unknown): boolean {
  if (error instanceof JobLostError) return true;
  if (isDatabaseUnavailable(error) && !(error instanceof HttpConnectionError)) return true;
  return signal.aborted && !(signal.reason instanceof JobTimeoutError);
}

async function openSession(
  ctx: Context,
  { clients, threads }: MirrorDeps,
  { signal, progress }: MirrorJob,
  { name, asserter }: MirrorSource,
  run: MirrorRunRow,
): Promise<RunSession> {
  const settings = await loadRunSettings(ctx, name);
  // Counts over all attempts: committed records are progress, even if nodes die.
  let seen = run.records_seen;
  return new RunSession({
    ctx,
    runId: run.id,
    source: name,
    asserter,
    settings,
    http: settings.isUserAddress ? clients.guarded : clients.trusted,
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

/** Sources whose data is mirrored or was imported as files. They own their records. */
async function listMirrored(ctx: Context): Promise<ReadonlySet<Source>> {
  const [loaded, settings] = await Promise.all([listLastSuccesses(ctx.db), loadSourceSettings(ctx)]);
  const owning = sources.filter(({ name }) => settings.get(name)?.isEnabled || loaded.has(name));
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
  if (file_id === null) throw new Error('The file has been deleted.');
  const place = { directory: downloadDirectory(ctx), maxBytes: Number.MAX_SAFE_INTEGER };
  return receiveFile(place, readStoredFile(ctx.db, file_id));
}
