import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import {
  deleteBundle,
  ensureBundle,
  findLatestRun,
  insertRun,
  listBundles,
  lockBundle,
  type SyncRunRow,
} from './bundle-store.ts';
import { requestApplication } from './request-application.ts';
import { deletePolicies, listOfBundle } from './vuln-policy-store.ts';

/** There is one bundle, under an identity that clients know. */
const BUNDLE_UUID = 'bc106cf4-3993-4e38-952d-d2f5f11412ed';

/** The bundle as it is known, also before its first sync. */
export async function listPolicyBundles(ctx: Context) {
  const bundles = await listBundles(ctx.db);
  const url = ctx.config['svc.vulnerability.policy.bundle.url'];
  if (bundles.length > 0 || url === undefined) return bundles;
  return [{ uuid: BUNDLE_UUID, url }];
}

export async function getLatestSync(ctx: Context, uuid: string): Promise<SyncRunRow> {
  const run = await findLatestRun(ctx.db, uuid);
  if (!run) throw new AppError('not-found', 'The bundle has never been synchronised.');
  return run;
}

/** "202; 409 already running; 404." */
export async function startSync(ctx: Context, uuid: string): Promise<void> {
  const url = ctx.config['svc.vulnerability.policy.bundle.url'];
  if (uuid !== BUNDLE_UUID || url === undefined) throw bundleNotFound();
  await inTransaction(ctx.db, async (tx) => {
    await ensureBundle(tx, uuid, url, ctx.now());
    await lockBundle(tx, uuid);
    if (await ctx.jobs.isUnfinished(tx, 'sync-vuln-policy-bundle', { bundle: uuid })) throw alreadyRunning();
    await insertRun(tx, uuid, ctx.now());
    await ctx.jobs.enqueue(tx, 'sync-vuln-policy-bundle', { bundle: uuid });
  });
}

/** By the clock: a sync that runs already is as good as another one. */
export async function startScheduledSync(ctx: Context): Promise<void> {
  if (ctx.config['svc.vulnerability.policy.bundle.url'] === undefined) return;
  try {
    await startSync(ctx, BUNDLE_UUID);
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'conflict')) throw error;
  }
}

/** "Its policies go too and their analyses are reset." */
export async function deletePolicyBundle(ctx: Context, uuid: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await lockBundle(tx, uuid))) throw bundleNotFound();
    const policies = await listOfBundle(tx, uuid);
    await deletePolicies(
      tx,
      policies.map((policy) => policy.uuid),
    );
    await deleteBundle(tx, uuid);
    if (policies.length > 0)
      await requestApplication(
        ctx,
        tx,
        policies.map(({ condition }) => condition),
      );
  });
}

function bundleNotFound(): AppError {
  return new AppError('not-found', 'The requested resource could not be found.');
}

function alreadyRunning(): AppError {
  return new AppError('conflict', 'The bundle is being synchronised already.', {
    type: '/problems/vuln-policy-bundle-sync-already-running',
  });
}
