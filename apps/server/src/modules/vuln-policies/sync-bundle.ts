import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { isDatabaseUnavailable } from '../../platform/db/database-errors.ts';
import type { ReceivedFile } from '../../platform/files/received-file.ts';
import { newUuid } from '../../platform/ids.ts';
import type { JobPayloads } from '../../platform/jobs/catalog.ts';
import type { RunningJob } from '../../platform/jobs/job-handler.ts';
import type { HttpClient } from '../../platform/outgoing-http/create-http-client.ts';
import {
  HttpConnectionError,
  HttpStatusError,
  HttpTooLargeError,
} from '../../platform/outgoing-http/http-failure.ts';
import { BundleFailure, failWith } from './bundle/bundle-failure.ts';
import { readBundle } from './bundle/read-bundle.ts';
import {
  type BundleRow,
  endLatestRun,
  listBundles,
  lockBundle,
  recordSync,
  type SyncedBundle,
  startLatestRun,
} from './bundle-store.ts';
import { requestApplication } from './request-application.ts';
import type { PolicyDraft, VulnPolicyRow } from './vuln-policy.ts';
import {
  deletePolicies,
  insertPolicies,
  listOfBundle,
  listUserNames,
  updatePolicies,
} from './vuln-policy-store.ts';

const MAX_BYTES = 10 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

type SyncJob = RunningJob<JobPayloads['sync-vuln-policy-bundle']>;

/**
 * Imports the policies of the bundle: all of them, or none if one is not valid. A failure is recorded in the run. The next
 * sync retries.
 */
export async function syncBundle(ctx: Context, http: HttpClient, job: SyncJob): Promise<void> {
  const { payload, signal } = job;
  const bundle = (await listBundles(ctx.db)).find(({ uuid }) => uuid === payload.bundle);
  if (!bundle) return;
  await inTransaction(ctx.db, (tx) => startLatestRun(tx, bundle.uuid, ctx.now()));
  try {
    const fetched = await fetchBundle(ctx, http, bundle, signal);
    const drafts = fetched && (await readIfChanged(fetched, bundle.hash));
    await inTransaction(ctx.db, async (tx) => {
      await recordBundle(ctx, tx, bundle.uuid, drafts, fetched?.synced);
      // In the same transaction: a client that sees the end of the run may start the next one.
      await job.completeInTransaction(tx);
    });
  } catch (error) {
    signal.throwIfAborted();
    if (isDatabaseUnavailable(error) && !(error instanceof HttpConnectionError)) throw error;
    await inTransaction(ctx.db, async (tx) => {
      await endLatestRun(tx, bundle.uuid, ctx.now(), describeFailure(ctx, error));
      await job.completeInTransaction(tx);
    });
  }
}

function describeFailure({ log }: Context, error: unknown): string {
  if (isExpected(error)) {
    log.warn({ err: error }, 'Vulnerability policy bundle was rejected');
    return error.message;
  }
  log.error({ err: error }, 'Vulnerability policy bundle could not be imported');
  return 'An internal error occurred. The log has the details.';
}

function isExpected(error: unknown): error is Error {
  return [BundleFailure, HttpStatusError, HttpConnectionError, HttpTooLargeError].some(
    (kind) => error instanceof kind,
  );
}

interface Fetched {
  readonly file: ReceivedFile;
  readonly synced: SyncedBundle;
}

async function readIfChanged(
  { file, synced }: Fetched,
  knownHash: string | null,
): Promise<PolicyDraft[] | undefined> {
  try {
    return synced.hash === knownHash ? undefined : await readBundle(file.path);
  } finally {
    await file.discard();
  }
}

/** Returns undefined if the bundle has not changed on the server. */
async function fetchBundle(
  ctx: Context,
  http: HttpClient,
  { url, etag, last_modified }: BundleRow,
  signal: AbortSignal,
): Promise<Fetched | undefined> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const downloaded = await http.download({
      url,
      headers: authorization(ctx),
      directory: join(ctx.config['svc.data.directory'], 'tmp'),
      maxBytes: MAX_BYTES,
      known: { etag: etag ?? undefined, lastModified: last_modified ?? undefined },
      signal: AbortSignal.any([signal, timeout]),
    });
    if (!downloaded) return undefined;
    const { file, validators } = downloaded;
    const synced = {
      hash: file.sha256.toString('hex'),
      etag: validators.etag ?? null,
      lastModified: validators.lastModified ?? null,
    };
    return { file, synced };
  } catch (error) {
    if (timeout.aborted)
      throw new BundleFailure(`The bundle did not arrive within ${TIMEOUT_MS / 1_000} seconds.`);
    throw error;
  }
}

function authorization({ config }: Context): Record<string, string> {
  const bearer = config['svc.vulnerability.policy.bundle.auth.bearer-token'];
  if (bearer) return { authorization: `Bearer ${bearer}` };
  const username = config['svc.vulnerability.policy.bundle.auth.username'];
  if (!username) return {};
  const password = config['svc.vulnerability.policy.bundle.auth.password'] ?? '';
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

/** Without drafts the policies have not changed. */
async function recordBundle(
  ctx: Context,
  tx: Tx,
  uuid: string,
  drafts: readonly PolicyDraft[] | undefined,
  synced: SyncedBundle | undefined,
): Promise<void> {
  const now = ctx.now();
  // The bundle was deleted meanwhile.
  if (!(await lockBundle(tx, uuid))) return;
  if (drafts) await replacePolicies(ctx, tx, uuid, drafts);
  await recordSync(tx, uuid, synced, now);
  await endLatestRun(tx, uuid, now, null);
}

/** "Upsert by name, policies missing from the bundle deleted." */
async function replacePolicies(
  ctx: Context,
  tx: Tx,
  bundle: string,
  drafts: readonly PolicyDraft[],
): Promise<void> {
  const clashes = await listUserNames(
    tx,
    drafts.map(({ name }) => name),
  );
  if (clashes.length > 0) {
    throw failWith(
      clashes.map((name) => `A policy named ${name} already exists that does not belong to the bundle.`),
    );
  }
  const before = new Map((await listOfBundle(tx, bundle)).map((policy) => [policy.name, policy]));
  const names = new Set(drafts.map(({ name }) => name));
  const gone = [...before.values()].filter(({ name }) => !names.has(name));
  const added = drafts.filter(({ name }) => !before.has(name));
  const changed = drafts.flatMap((draft) => {
    const known = before.get(draft.name);
    return known && !isSame(known, draft) ? [{ ...draft, uuid: known.uuid }] : [];
  });
  await deletePolicies(
    tx,
    gone.map(({ uuid }) => uuid),
  );
  await updatePolicies(tx, changed, ctx.now());
  await insertPolicies(
    tx,
    added.map((draft) => ({ ...draft, uuid: newUuid() })),
    bundle,
    ctx.now(),
  );
  const earlier = changed.flatMap(({ name }) => before.get(name) ?? []);
  const concerned = [...gone, ...added, ...changed, ...earlier].map(({ condition }) => condition);
  if (concerned.length > 0) await requestApplication(ctx, tx, concerned);
}

function isSame(known: VulnPolicyRow, draft: PolicyDraft): boolean {
  return Object.entries(draft).every(([name, value]) =>
    isDeepStrictEqual(known[name as keyof PolicyDraft], value),
  );
}
