import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { isDatabaseUnavailable } from '../../platform/db/database-errors.ts';
import { JobLostError, JobTimeoutError, PermanentJobError } from '../../platform/jobs/job-errors.ts';
import type { RunningJob } from '../../platform/jobs/job-handler.ts';
import type { HttpClient } from '../../platform/outgoing-http/create-http-client.ts';
import { SecretMissingError } from '../../platform/secrets/secrets.ts';
import type { FindingIntegration } from './finding-integration.ts';
import { awaitRetry, type BegunAttempt, beginAttempt, endAttempt, endPush } from './finding-push-store.ts';
import { type IntegrationSettings, loadIntegrationSettings } from './integration-settings.ts';
import { listIntegrationProperties } from './participant-store.ts';
import { PushFailure, permanentFailure } from './push-failure.ts';
import { PushSession, type SpooledDocument } from './push-session.ts';
import type { SpoolDocument } from './spool-document.ts';

type PushJob = RunningJob<{ readonly push: string }>;

/** Dependencies that all pushes share. */
export interface PushDeps {
  readonly http: HttpClient;
  readonly spool: SpoolDocument;
}

/**
 * Attempts a push and records the attempt. Transient failures are retried by the job queue. If a node dies or stops, the
 * push is repeated.
 */
export async function pushFindings(
  ctx: Context,
  deps: PushDeps,
  integration: FindingIntegration,
  job: PushJob,
): Promise<void> {
  const uuid = job.payload.push;
  const attempt = await inTransaction(ctx.db, (tx) => beginAttempt(tx, uuid, ctx.now()));
  // The push has already ended, or its project was deleted.
  if (!attempt) return;
  const record: AttemptRecord = {};
  try {
    await sendFindings(ctx, deps, integration, attempt, job.signal, record);
    await inTransaction(ctx.db, async (tx) => {
      await endAttempt(tx, attempt, toColumns(record), ctx.now());
      await endPush(tx, uuid, ctx.now(), null);
      await job.completeInTransaction(tx);
    });
  } catch (error) {
    if (isInterrupted(job, error)) throw error;
    const failure = error instanceof Error ? error.message : String(error);
    await inTransaction(ctx.db, async (tx) => {
      await endAttempt(tx, attempt, { ...toColumns(record), failure }, ctx.now());
      await awaitRetry(tx, attempt);
    });
    throw error instanceof PushFailure && error.isPermanent ? new PermanentJobError(failure) : error;
  }
}

/** Filled while the attempt proceeds, so that a failed one is recorded as well. */
interface AttemptRecord {
  document?: SpooledDocument;
  session?: PushSession;
}

function toColumns({ document, session }: AttemptRecord) {
  return {
    ...(document && {
      findings: document.findings,
      bytes: document.file.size,
      sha256: document.file.sha256,
    }),
    ...session?.lastExchange,
  };
}

async function sendFindings(
  ctx: Context,
  { http, spool }: PushDeps,
  integration: FindingIntegration,
  { project }: BegunAttempt,
  signal: AbortSignal,
  record: AttemptRecord,
): Promise<void> {
  const settings = await loadIntegrationSettings(ctx.db, integration);
  const { url, secret } = await resolveSettings(ctx, integration, settings);
  const properties = project ? await listIntegrationProperties(ctx.db, project.id) : new Map();
  const document = await spool(integration, project?.uuid);
  record.document = document;
  try {
    const { now } = ctx;
    const session = new PushSession({
      http,
      signal,
      now,
      url,
      secret,
      properties,
      document,
      settings: settings.values,
    });
    record.session = session;
    await integration.send(session);
  } finally {
    await document.file.discard();
  }
}

async function resolveSettings(
  { secrets }: Context,
  { displayName }: FindingIntegration,
  { isEnabled, url, secretName, missing }: IntegrationSettings,
): Promise<{ readonly url: string; readonly secret: string }> {
  if (!isEnabled) throw permanentFailure(`${displayName} is no longer enabled.`);
  if (missing.length > 0 || url === undefined || secretName === undefined) {
    throw permanentFailure(`The configuration property ${missing.join(', ')} is not set.`);
  }
  try {
    return { url, secret: await secrets.resolve(secretName) };
  } catch (error) {
    throw error instanceof SecretMissingError ? permanentFailure(error.message) : error;
  }
}

/** True if this node stops, has lost the job, or cannot reach the database. Another attempt repeats the push. */
function isInterrupted({ signal }: PushJob, error: unknown): boolean {
  if (error instanceof JobLostError || isDatabaseUnavailable(error)) return true;
  return signal.aborted && !(signal.reason instanceof JobTimeoutError);
}
